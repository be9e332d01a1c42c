import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/ui/Spinner.module.css'

/** Shown while something of unknown shape loads; `page` fills the window (spec §2). */
export function Spinner({ page = false }: { page?: boolean }) {
  return (
    <div className={`${css.part} ${page ? css.page : ''} middle`}>
      <span className={css.wheel} role="progressbar" aria-label={t('common.loading')} />
    </div>
  )
}
