import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { ChooseSeller } from '#web/product-views/ChooseSeller.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = { of: 'orders' | 'products'; chosen: string | undefined; choose: (id: string | undefined) => void; onClose: () => void }

/** Asks for the seller whose orders or products are listed. */
export default function SellerDialog({ of, chosen, choose, onClose }: Props) {
  const [seller, setSeller] = useState(chosen)
  const confirm = () => {
    choose(seller)
    onClose()
  }
  return (
    <Dialog
      title={t(`users.onlySeller.${of}.title`)}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={confirm}>
          {t(`users.onlySeller.${of}.show`)}
        </Button>
      }
    >
      <div className="stack gap-12 ink">
        <ChooseSeller
          legend={t('fields.seller')}
          none={{ title: t('users.onlySeller.noneTitle'), text: t('users.onlySeller.noneText') }}
          chosen={seller ?? ''}
          onChoose={({ id }) => setSeller(id)}
        />
      </div>
    </Dialog>
  )
}
