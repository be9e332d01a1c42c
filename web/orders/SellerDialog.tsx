import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { ChooseSeller } from '#web/product-views/ChooseSeller.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = { chosen: string | undefined; choose: (id: string | undefined) => void; onClose: () => void }

/** Asks for the seller whose orders are listed. */
export default function SellerDialog({ chosen, choose, onClose }: Props) {
  const [seller, setSeller] = useState(chosen)
  const confirm = () => {
    choose(seller)
    onClose()
  }
  return (
    <Dialog
      title={t('orders.chooseSeller')}
      open
      onClose={onClose}
      actions={
        <Button look="primary" onClick={confirm}>
          {t('orders.showOrders')}
        </Button>
      }
    >
      <div className="stack gap-12 ink">
        <ChooseSeller
          legend={t('orders.seller')}
          none={{ title: t('orders.noSellerTitle'), text: t('orders.noSellerText') }}
          chosen={seller ?? ''}
          onChoose={({ id }) => setSeller(id)}
        />
      </div>
    </Dialog>
  )
}
