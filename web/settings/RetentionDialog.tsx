import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = {
  days: number
  /** What the server would erase at once; null while the dialog is closed. */
  counts: Record<string, number> | null
  busy: boolean
  problem: string | null | undefined
  onConfirm: (orders: number) => void
  onClose: () => void
}

const counted = (count: number) => ({ count, shown: count.toLocaleString('en') })

/** Confirms a shorter retention that erases buyers at once (product §9). */
export function RetentionDialog({ days, counts, busy, problem, onConfirm, onClose }: Props) {
  const { orders = 0, buyers = 0 } = counts ?? {}
  return (
    <Dialog
      title={t('settings.erasing.title')}
      open={counts !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('settings.erasing.cancel')}</Button>
          <Button look="danger" busy={busy} onClick={() => onConfirm(orders)}>
            {t('settings.erasing.confirm', counted(buyers))}
          </Button>
        </>
      }
    >
      <div className="stack gap-8">
        {problem && <Note tone="bad">{problem}</Note>}
        <p>{t('settings.erasing.days', counted(days))}</p>
        <p>
          {t('settings.erasing.buyers', counted(buyers))} {t('settings.erasing.orders', counted(orders))}
        </p>
        <p>{t('settings.erasing.forGood')}</p>
      </div>
    </Dialog>
  )
}
