import { actorOf, os } from '#server/os.ts'
import { findMe } from '#server/users/find-me.ts'
import { listUsers } from '#server/users/list-users.ts'

export const users = os.users.router({
  me: os.users.me.handler(async ({ context: { app, actor } }) => {
    // Whoever may not sign in any more is a visitor to the screens, and is told why when he tries to sign in.
    const user = actor?.status === 'active' ? await findMe(app, actor.id) : null
    await app.settings.settled()
    return { user, settings: app.settings.public() }
  }),
  list: os.users.list.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return listUsers(context.app, input)
  }),
})
