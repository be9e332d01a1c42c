import { createApiKey, listApiKeys, revokeApiKey } from '#server/api-keys/api-keys.ts'
import { asAdmin, forAdmins, os } from '#server/platform/http/os.ts'

export const apiKeys = os.apiKeys.router({
  list: os.apiKeys.list.handler(forAdmins(listApiKeys)),
  create: os.apiKeys.create.handler(asAdmin(createApiKey)),
  revoke: os.apiKeys.revoke.handler(asAdmin((app, actor, { id }) => revokeApiKey(app, actor, id))),
})
