import { createApiKey, listApiKeys, revokeApiKey } from '#server/api-keys/api-keys.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

export const apiKeys = os.apiKeys.router({
  list: os.apiKeys.list.handler(forAdmins(listApiKeys)),
  create: os.apiKeys.create.handler(({ context, input }) => createApiKey(context.app, actorOf(context, 'admin'), input)),
  revoke: os.apiKeys.revoke.handler(({ context, input }) => revokeApiKey(context.app, actorOf(context, 'admin'), input.id)),
})
