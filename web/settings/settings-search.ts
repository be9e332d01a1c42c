import { choiceParam, searchReader } from '#web/platform/search-params.ts'

/** The sections in display order. */
export const sectionsShown = ['marketplace', 'products', 'chat', 'widget', 'apiKeys', 'webhooks', 'backups', 'transfers', 'health'] as const
export type SettingsSection = (typeof sectionsShown)[number]

const [, ...others] = sectionsShown
/** The open section of the settings in the address; the first one has no parameter. */
export const readSettingsSearch = searchReader({ section: choiceParam(others) })

/** The search of a section's address. */
export const toSection = (section: SettingsSection) => ({ section: section === 'marketplace' ? undefined : section })
