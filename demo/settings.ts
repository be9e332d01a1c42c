import { createHash } from 'node:crypto'
import { defaultSettings, type Settings } from '#domain/settings.ts'
import type { apiKeys } from '#server/platform/database/tables/api-keys.ts'
import type { settings } from '#server/platform/database/tables/settings.ts'
import { hourMs } from './calendar.ts'
import { type Context, openedAgo } from './context.ts'
import { idAt } from './event-log.ts'
import { keyName } from './order-ledger.ts'
import type { People } from './people.ts'
import { random } from './random.ts'
import { cannedReplies } from './words/chats.ts'
import { categories } from './words/goods.ts'

/** The name of the marketplace, and what its admins chose. */
const chosen = {
  marketplaceName: 'Harbour & Hill',
  termsUrl: 'https://harbourandhill.example/terms',
  privacyUrl: 'https://harbourandhill.example/privacy',
  categories: [...categories],
  rejectionTemplates: {
    ...defaultSettings.rejectionTemplates,
    image_quality: 'The pictures are dark or blurred. Please take them again by daylight, with the whole piece in view.',
    incomplete: 'Buyers will ask for the size and the material. Please add what is missing and submit it again.',
  },
  cannedReplies,
} satisfies Partial<Settings>

/** The settings as they were chosen on the second day. */
export function makeSettings({ calendar, eventLog }: Context, { admins }: People): (typeof settings.$inferSelect)[] {
  const [admin] = admins
  const at = calendar.at(openedAgo - 1, 0.45)
  const fields = Object.keys(chosen) as (keyof typeof chosen)[]
  const before = Object.fromEntries(fields.map((field) => [field, defaultSettings[field]]))
  eventLog.record(at, 'settings.edit', { itemId: 'settings', ownerId: null, actorId: admin?.id ?? null, fields, before, after: chosen })
  return fields.map((key) => ({ key, value: chosen[key], updatedAt: new Date(at), updatedBy: admin?.id ?? null }))
}

/** The API key of the storefront. Its secret is unknown; to use the API, make another key. */
export function makeKey({ calendar, eventLog }: Context, { admins }: People): typeof apiKeys.$inferSelect {
  const chance = random('key')
  const at = calendar.at(openedAgo - 2, 0.5)
  const id = idAt(at, chance)
  const createdBy = admins[0]?.id ?? ''
  const scopes = ['products:read', 'sellers:read', 'orders:write'] as const
  eventLog.record(at, 'apiKey.create', { itemId: id, ownerId: null, actorId: createdBy, title: keyName, after: { scopes } })
  const hash = createHash('sha256')
    .update(idAt(at + hourMs, chance))
    .digest('hex')
  return {
    id,
    name: keyName,
    hash,
    hint: 'bsk_demo01',
    scopes: [...scopes],
    createdBy,
    createdAt: new Date(at),
    lastUsedAt: new Date(calendar.now),
    revokedBy: null,
    revokedAt: null,
  }
}
