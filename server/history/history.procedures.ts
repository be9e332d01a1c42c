import { listHistory } from '#server/history/list-history.ts'
import { actorOf, os } from '#server/platform/http/os.ts'

export const history = os.history.router({
  list: os.history.list.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return listHistory(context.app, input)
  }),
})
