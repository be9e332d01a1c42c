import type { Settings } from '#domain/settings.ts'
import { choiceParam, searchReader } from '#web/platform/search-params.ts'

/** The sections in display order. */
export const sectionsShown = ['marketplace', 'products', 'chat', 'widget', 'apiKeys', 'webhooks', 'backups', 'transfers', 'health'] as const
export type SettingsSection = (typeof sectionsShown)[number]

const [, ...others] = sectionsShown
/** The open section of the settings in the address; the first one has no parameter. */
export const readSettingsSearch = searchReader({ section: choiceParam(others) })

/** The search of a section's address. */
export const toSection = (section: SettingsSection) => ({ section: section === 'marketplace' ? undefined : section })

/** The section of each setting, so that a refusal can be shown; the compiler ensures that the list is complete. */
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
  businessHours: 'widget',
  holidays: 'widget',
  replyTime: 'widget',
  widgetMode: 'widget',
  widgetOrigins: 'widget',
  widgetAudience: 'widget',
  widgetJwksUrl: 'widget',
  widgetJwks: 'widget',
  webhooksPrivate: 'webhooks',
  webhookLogDays: 'webhooks',
  backupEvery: 'backups',
  backupDay: 'backups',
  backupAt: 'backups',
  backupFolder: 'backups',
  backupKeep: 'backups',
}
