import type { PublicSettings, Settings } from '#domain/settings.ts'
import { thumbnailPath } from '#server/images/image-paths.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Installation } from '#server/platform/database/open-installation.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import type { Feed } from '#server/platform/events/feed.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import type { SettingsStore } from '#server/settings/settings-store.ts'

/** The address of the logo as its largest thumbnail, which is enough for every screen. */
const logoOf = (logo: Settings['logo']): PublicSettings['logo'] =>
  logo && { url: `/files/${thumbnailPath(logo.path, Math.max(...limits.image.thumbnailWidths))}`, width: logo.width, height: logo.height }

export type SettingsDeps = {
  db: Database
  feed: Pick<Feed, 'onHint'>
  installation: Pick<Installation, 'currency' | 'timeZone'>
  log?: Log | undefined
}

/** Reads the settings and keeps them fresh: at once after a hint about an edit on any node, and now and then when they are read. */
export async function openSettings({ db, feed, installation, log = console }: SettingsDeps): Promise<SettingsStore> {
  const { currency, timeZone } = installation
  const errors = openErrorLog(log, 'Reading the settings')
  let reading: Promise<void> | null = null
  let readAt = Date.now()
  let settings = await readSettings(db)

  async function read(): Promise<void> {
    readAt = Date.now()
    settings = await readSettings(db)
    errors.recovered()
  }
  /** One read after the other, so that an older answer never replaces a newer one. */
  const refresh = (): Promise<void> => {
    const mine = (reading ?? Promise.resolve()).then(read, read).finally(() => {
      if (reading === mine) reading = null
    })
    reading = mine
    return mine
  }
  const current = () => {
    if (!reading && Date.now() - readAt > limits.settings.refreshMs) refresh().catch(errors.failed)
    return settings
  }
  feed.onHint(({ kind }) => {
    if (kind === 'settings.edit') refresh().catch(errors.failed)
  })
  return {
    current,
    public: () => {
      const { marketplaceName, logo, termsUrl, privacyUrl, registration, categories, rejectionTemplates, ...rules } = current()
      const { reviewedFields, priceReviewPercent } = rules
      const review = { reviewedFields, priceReviewPercent }
      const shown = { marketplaceName, logo: logoOf(logo), termsUrl, privacyUrl, registration, categories, rejectionTemplates }
      return { ...shown, ...review, currency, timeZone }
    },
    settled: async () => {
      await reading?.catch(errors.failed)
    },
    refresh,
  }
}
