import { createApiKey, listApiKeys, revokeApiKey } from '#server/api-keys/api-keys.ts'
import { actorOf, os } from '#server/platform/http/os.ts'

export const apiKeys = os.apiKeys.router({
  list: os.apiKeys.list.handler(({ context }) => {
    actorOf(context, 'admin')
    return listApiKeys(context.app)
  }),
  create: os.apiKeys.create.handler(({ context, input }) => createApiKey(context.app, actorOf(context, 'admin'), input)),
  revoke: os.apiKeys.revoke.handler(({ context, input }) => revokeApiKey(context.app, actorOf(context, 'admin'), input.id)),
})
