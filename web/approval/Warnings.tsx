import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductWarning } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/approval/OpenedProduct.module.css'
import { t } from '#web/messages/messages.ts'
import { useMoney } from '#web/products/use-money.ts'

/** What simple checks found worth a second look (product §3); never a reason by itself. */
export function Warnings({ product }: { product: Product }) {
  const { data = [] } = useQuery(rpc.products.warnings.queryOptions({ input: { id: product.id } }))
  if (data.length === 0) return null
  return (
    <ul className={css.warnings} aria-label={t('approval.warnings.list')}>
      {data.map((warning) => (
        <li key={warning.code}>
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <Warning warning={warning} product={product} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Warning({ warning, product }: { warning: ProductWarning; product: Product }) {
  const money = useMoney()
  if (warning.code === 'no_description') return t('approval.warnings.noDescription')
  if (warning.code === 'price_far') {
    const price = product.price ?? 0
    return t(price > warning.median ? 'approval.warnings.priceHigh' : 'approval.warnings.priceLow', {
      price: money(price),
      median: money(warning.median),
      category: product.category ?? '',
    })
  }
  return (
    <>
      {t('approval.warnings.duplicate')}
      <ul className={css.alike}>
        {warning.products.map(({ id, title, sellerName }) => (
          <li key={id}>
            <Link to="/admin/products/$id" params={{ id }}>
              {title}
            </Link>{' '}
            · {sellerName ?? t('approval.noSeller')}
          </li>
        ))}
      </ul>
    </>
  )
}
