import css from '#web/charts/Chart.module.css'
import { t } from '#web/platform/i18n/messages.ts'

/** A placeholder with the height of the chart that is loading. */
export function ChartSkeleton({ size = 'tall', legend = false }: { size?: 'tall' | 'low'; legend?: boolean }) {
  return <div className={css.waits} data-size={size} data-legend={legend} role="progressbar" aria-label={t('common.loading')} />
}
