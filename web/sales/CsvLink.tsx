import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/sales/Sales.module.css'
import { buttonClass } from '#web/ui/Button.tsx'
import IconDownload from '#web/ui/icons/IconDownload.tsx'

/** Downloads a panel as a CSV file. */
export function CsvLink({ href, name }: { href: string; name: string }) {
  const label = t('sales.exportPanel', { name })
  return (
    <a href={href} download className={`${buttonClass('quiet')} ${css.icon} not-printed`} aria-label={label} title={label}>
      <IconDownload size={16} />
    </a>
  )
}
