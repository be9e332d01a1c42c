import css from '#web/charts/Chart.module.css'
import { t } from '#web/platform/i18n/messages.ts'

/** The place of a chart that is on its way, as high as it will be. */
export function ChartSkeleton({ size = 'tall', legend = false }: { size?: 'tall' | 'low'; legend?: boolean }) {
  return <div className={css.waits} data-size={size} data-legend={legend} role="progressbar" aria-label={t('common.loading')} />
}
