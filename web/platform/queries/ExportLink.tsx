import { t } from '#web/platform/i18n/messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import IconDownload from '#web/ui/icons/IconDownload.tsx'

/** Downloads all pages of a list as a CSV file. */
export const ExportLink = ({ href }: { href: string }) => (
  <a href={href} download className={buttonClass()}>
    <IconDownload size={16} />
    {t('common.exportCsv')}
  </a>
)
