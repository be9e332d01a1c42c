import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductWarning } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import css from '#web/product-views/Opened.module.css'
import { Button } from '#web/ui/Button.tsx'
import IconAlertTriangle from '#web/ui/icons/IconAlertTriangle.tsx'
import { Note } from '#web/ui/Note.tsx'

/** The warnings of simple checks (product §3); never a reason for a decision by themselves. */
export function Warnings({ product }: { product: Product }) {
  const { data, isError, refetch } = useQuery(rpc.products.warnings.queryOptions({ input: { id: product.id } }))
  if (!data) return <NotChecked failed={isError} again={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <ul className={`${css.warnings} list stack gap-8`} aria-label={t('approval.warnings.list')}>
      {data.map((warning) => (
        <li key={warning.code}>
          <IconAlertTriangle size={16} />
          <div>
            <Warning warning={warning} product={product} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** True until the warnings and attempts of a product have been answered once, or failed: they stand above its images, which would move. */
export function useNotesLoading(id: string): boolean {
  const notes = [
    useQuery(rpc.products.warnings.queryOptions({ input: { id } })),
    useQuery(rpc.products.attempts.queryOptions({ input: { id } })),
  ]
  return notes.some(isFirstLoad)
}

/** Until the answer arrives, the screen must not look as if all were well. */
function NotChecked({ failed, again }: { failed: boolean; again: () => void }) {
  if (!failed) return <p className="muted">{t('approval.warnings.loading')}</p>
  return (
    <Note tone="bad" action={<Button onClick={again}>{t('common.retry')}</Button>}>
      {t('approval.warnings.failed')}
    </Note>
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
    // Folded where it would push down what the decision needs.
    <details open={warning.products.length === 1 && matchMedia('(min-width: 1100px)').matches}>
      <summary>{t('approval.warnings.duplicate', { count: warning.products.length })}</summary>
      <ul className={`${css.alike} prose`}>
        {warning.products.map(({ id, title, seller }) => (
          <li key={id}>
            <span className="row gap-wide">
              <Link to="/admin/products/$id" params={{ id }}>
                {title}
              </Link>
              {seller ? <PersonLine of={seller} /> : t('approval.noSeller')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
