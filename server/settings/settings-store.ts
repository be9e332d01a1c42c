import type { PublicSettings, Settings } from '#domain/settings.ts'

/** The settings as the operator left them, kept in memory and refreshed when they change anywhere. */
export type SettingsStore = {
  current: () => Settings
  /** What everybody may know, with currency and time zone of the installation. */
  public: () => PublicSettings
  /** Settles when an edit that this node has already been told of has been read; so whoever asks because of its hint gets it. */
  settled: () => Promise<void>
  /** Reads them again; settles when `current` is what the database holds. */
  refresh: () => Promise<void>
}
