import { useQuery } from '@tanstack/react-query'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'

type Props = { chosen: string; clear: () => void }

/** Only the orders of one product are listed, which its own page led to. It may be deleted by now. */
export function ProductFilter({ chosen, clear }: Props) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id: chosen }, retry: false }))
  const name = product.data?.title ?? t('orders.oneProduct')
  return <OnlyOf label={t('orders.record.product')} name={name} all={t('orders.allProducts')} clear={clear} />
}
