import { useState } from 'react'
import { EraseDialog } from '#web/orders/EraseDialog.tsx'
import css from '#web/orders/OrderPage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'

/** What a buyer may ask for: everything about him as a file, and that it is erased (product §5). */
export function BuyerData({ email }: { email: string }) {
  const [erasing, setErasing] = useState(false)
  return (
    <div className={css.buttons}>
      <a href={`/api/orders/buyer.json${stringifySearch({ email })}`} download className={buttonClass()}>
        {t('orders.exportBuyer')}
      </a>
      <Button onClick={({ detail }) => detail < 2 && setErasing(true)}>{t('orders.erase.open')}</Button>
      <EraseDialog email={email} open={erasing} onClose={() => setErasing(false)} />
    </div>
  )
}
