import { useState } from 'react'
import { t } from '#web/messages/messages.ts'
import { EraseDialog } from '#web/orders/EraseDialog.tsx'
import css from '#web/orders/OrderPage.module.css'
import { Button } from '#web/ui/Button.tsx'

/** What a buyer may ask for: that his data is erased (product §5). */
export function BuyerData({ email }: { email: string }) {
  const [erasing, setErasing] = useState(false)
  return (
    <div className={css.buttons}>
      <Button onClick={({ detail }) => detail < 2 && setErasing(true)}>{t('orders.erase.open')}</Button>
      <EraseDialog email={email} open={erasing} onClose={() => setErasing(false)} />
    </div>
  )
}
