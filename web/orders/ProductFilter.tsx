import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/orders/OrdersPage.module.css'
import { Button } from '#web/ui/Button.tsx'

type Props = { chosen: string; clear: () => void }

/** Says that only the orders of one product are listed, which its own page led to, and takes that back. It may be deleted by now. */
export function ProductFilter({ chosen, clear }: Props) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id: chosen }, retry: false }))
  const shown = product.data?.title ?? t('orders.oneProduct')
  return (
    <div className={css.seller}>
      <span className={css.label}>{t('orders.record.product')}</span>
      <div className={css.chosen}>
        <span className={css.product} title={shown} dir="auto">
          {shown}
        </span>
        <Button look="quiet" aria-label={t('orders.allProducts')} title={t('orders.allProducts')} onClick={clear}>
          <IconX size={16} aria-hidden />
        </Button>
      </div>
    </div>
  )
}
