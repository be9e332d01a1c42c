import type { Settings } from '#domain/settings.ts'
import { choiceParam } from '#web/platform/search-params.ts'

const sections = { marketplace: true, products: true, chat: true, apiKeys: true, webhooks: true } as const
export type SettingsSection = keyof typeof sections

/** The sections in the order they are offered. */
export const sectionsShown = Object.keys(sections) as SettingsSection[]
export type SettingsSearch = { section?: SettingsSection | undefined }

/** Which part of the settings is open, as it stands in the address; the first one needs no word there. */
export const readSettingsSearch = (raw: Record<string, unknown>): SettingsSearch => ({ section: choiceParam(raw.section, sections) })

/** Where each setting is found, so that a refusal can be shown; the compiler keeps the list complete. */
export const sectionOf: Record<keyof Settings, SettingsSection> = {
  marketplaceName: 'marketplace',
  logo: 'marketplace',
  termsUrl: 'marketplace',
  privacyUrl: 'marketplace',
  registration: 'marketplace',
  adminsNeedSecondFactor: 'marketplace',
  categories: 'products',
  reviewedFields: 'products',
  priceReviewPercent: 'products',
  buyerRetentionDays: 'marketplace',
  rejectionTemplates: 'products',
  cannedReplies: 'chat',
  webhooksPrivate: 'webhooks',
  webhookLogDays: 'webhooks',
}
