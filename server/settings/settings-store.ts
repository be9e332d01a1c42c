import type { PublicSettings, Settings } from '#domain/settings.ts'

/** The settings as the operator left them, kept in memory and refreshed when they change anywhere. */
export type SettingsStore = {
  current: () => Settings
  /** What everybody may know, with currency and time zone of the installation. */
  public: () => PublicSettings
  /** Reads them again; settles when `current` is what the database holds. */
  refresh: () => Promise<void>
}
