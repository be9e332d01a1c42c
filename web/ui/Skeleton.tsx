import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/ui/Skeleton.module.css'

/** The outline of a list that is loading. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={`${css.list} ruled`} role="progressbar" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div className={`${css.row} line gap-16`} key={row}>
          <span className={css.square} />
          <span className={css.line} style={{ width: `${[42, 56, 36, 50, 46, 60][row % 6]}%` }} />
          <span className={css.short} />
        </div>
      ))}
    </div>
  )
}
