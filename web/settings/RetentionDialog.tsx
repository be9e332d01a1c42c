import type { Settings } from '#domain/settings.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'

type Props = {
  days: number
  /** What the server would erase at once; null while the dialog is closed. */
  counts: Record<string, number> | null
  send: (orders: number) => Promise<Settings>
  done: (saved: Settings) => void
  refused: (error: unknown) => boolean
  onClose: () => void
}

const counted = (count: number) => ({ count, shown: count.toLocaleString('en') })

/** Confirms a shorter retention that erases buyers at once (product §9). */
export function RetentionDialog({ days, counts, send, ...rest }: Props) {
  const { orders = 0, buyers = 0 } = counts ?? {}
  return (
    <FormDialog
      {...rest}
      title={t('settings.erasing.title')}
      open={counts !== null}
      submit={t('settings.erasing.confirm', counted(buyers))}
      danger
      send={() => send(orders)}
    >
      <p>{t('settings.erasing.days', counted(days))}</p>
      <p>
        {t('settings.erasing.buyers', counted(buyers))} {t('settings.erasing.orders', counted(orders))}
      </p>
      <p>{t('settings.erasing.forGood')}</p>
    </FormDialog>
  )
}
