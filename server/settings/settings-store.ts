import type { PublicSettings, Settings } from '#domain/settings.ts'

/** The current settings, kept in memory and refreshed when they change on any node. */
export type SettingsStore = {
  current: () => Settings
  /** What visitors may know, with currency and time zone of the installation. */
  public: () => PublicSettings
  /** Settles when the edits that this node got hints about are read, so that a client that reacts to a hint gets them. */
  settled: () => Promise<void>
  /** Reads the settings again; settles when `current` matches the database. */
  refresh: () => Promise<void>
}
