import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { needsReview } from '#domain/edit-request.ts'
import { currencySign, parsePrice, priceProblems, priceText } from '#domain/money.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { pasteDown } from '#web/platform/forms/paste-down.ts'
import { useEachItem } from '#web/platform/forms/use-each-item.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import css from '#web/products/list/ProductsTable.module.css'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toasts.ts'

type Values = Record<string, string>
type Props = { products: readonly ProductRow[]; onClose: () => void; onLeft: (products: readonly ProductRow[]) => void }

/**
 * Changes price and stock of the selected products, each by the rules of a single change: a price may have to be reviewed (product §3). Those
 * that failed are left, as they are now, for another try.
 */
export function ChangeProductsDialog({ products, onClose, onLeft }: Props) {
  const { currency } = useMarketplace()
  const queries = useQueryClient()
  const { run, state, dismiss } = useEachItem((id) => products.find((product) => product.id === id)?.title ?? '', onClose)
  const changeOf = ({ id, price, stock }: ProductRow, values: Values) => {
    const [typedPrice, typedStock] = [values[`price-${id}`] ?? '', (values[`stock-${id}`] ?? '').trim()]
    const parsed = parsePrice(typedPrice, currency)
    const to = { price: 'minor' in parsed ? parsed.minor : price, stock: typedStock === '' ? null : Number(typedStock) }
    return { ...(to.price !== price && { price: to.price }), ...(to.stock !== stock && { stock: to.stock }) }
  }
  const check = (values: Values) =>
    Object.fromEntries(
      products.flatMap(({ id, status }) => {
        const parsed = parsePrice(values[`price-${id}`] ?? '', currency)
        const stock = (values[`stock-${id}`] ?? '').trim()
        return [
          [`price-${id}`, 'problem' in parsed ? priceProblems[parsed.problem] : undefined],
          [`stock-${id}`, stockProblem(stock, status)],
        ]
      }),
    )
  const send = async (values: Values) => {
    const changed = products.filter((product) => Object.keys(changeOf(product, values)).length > 0)
    let reviewed = 0
    let applied = 0
    const left = await run(changed, async (product) => {
      const change = changeOf(product, values)
      const edited = await client.products.edit({ id: product.id, version: product.version, change })
      if (edited.waiting.some((field) => field in change)) reviewed += 1
      if (edited.applied.length > 0) applied += 1
    })
    await queries.invalidateQueries({ queryKey: rpc.products.key() })
    const failed = products.filter(({ id }) => left.has(id))
    const fresh = await Promise.all(failed.map((product) => client.products.get({ id: product.id }).catch(() => product)))
    return { fresh, applied, reviewed }
  }
  return (
    <FormDialog
      title={t('products.many.title')}
      text={t('products.many.text', { count: products.length })}
      open
      onClose={onClose}
      dismiss={dismiss}
      submit={t('products.many.submit', { count: products.length })}
      fields={products.flatMap(({ id }) => [`price-${id}`, `stock-${id}`])}
      check={check}
      send={send}
      done={({ fresh, applied, reviewed }) => {
        const said = [
          applied > 0 && t('products.many.done', { count: applied }),
          reviewed > 0 && t('products.many.reviewed', { count: reviewed }),
          applied + reviewed + fresh.length === 0 && t('products.many.none'),
        ].filter(Boolean)
        if (said.length > 0) toast(said.join(' '))
        onLeft(fresh)
      }}
    >
      {state}
      {products.map((product) => (
        // If the product has another version, its fields begin anew with the new values.
        <OneProduct key={`${product.id} ${product.version}`} product={product} />
      ))}
    </FormDialog>
  )
}

/** Before review and on sale, a product needs its stock. */
function stockProblem(stock: string, status: ProductRow['status']): string | undefined {
  if (stock === '' && (status === 'approved' || status === 'pending')) return t('products.many.stockMissing')
  return /^\d*$/.test(stock) ? undefined : t('products.many.stockProblem')
}

/** The fields of one product. Says before it is sent that a price goes to review; what a waiting request proposes, only the server knows. */
function OneProduct({ product }: { product: ProductRow }) {
  const { id, title, price, stock } = product
  const rules = useMarketplace()
  const { currency } = rules
  const [typed, setTyped] = useState<number | null>(price)
  const isReviewed = typed !== price && needsReview('price', typed, { product, proposed: [], rules })
  return (
    <fieldset className="stack bare gap-4">
      <legend className="ink legend breaks">{title}</legend>
      <div className={`${css.pair} row`}>
        <Field
          name={`price-${id}`}
          label={fieldLabel('price')}
          sign={currencySign(currency)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={priceText(price, currency)}
          hint={isReviewed && t('products.ways.review')}
          onPaste={pasteDown}
          onChange={({ target }) => {
            const parsed = parsePrice(target.value, currency)
            setTyped('minor' in parsed ? parsed.minor : price)
          }}
        />
        <Field
          name={`stock-${id}`}
          label={fieldLabel('stock')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={stock ?? ''}
          onPaste={pasteDown}
        />
      </div>
    </fieldset>
  )
}
