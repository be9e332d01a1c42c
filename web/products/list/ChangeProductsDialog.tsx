import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { currencySign, parsePrice, priceProblems, priceText } from '#domain/money.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
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
  const { run, state } = useEachItem((id) => products.find((product) => product.id === id)?.title ?? '')
  const changeOf = ({ id, price, stock }: ProductRow, values: Values) => {
    const [typedPrice, typedStock] = [values[`price-${id}`] ?? '', (values[`stock-${id}`] ?? '').trim()]
    const parsed = parsePrice(typedPrice, currency)
    const to = { price: 'minor' in parsed ? parsed.minor : price, stock: typedStock === '' ? null : Number(typedStock) }
    return { ...(to.price !== price && { price: to.price }), ...(to.stock !== stock && { stock: to.stock }) }
  }
  const check = (values: Values) =>
    Object.fromEntries(
      products.flatMap(({ id }) => {
        const parsed = parsePrice(values[`price-${id}`] ?? '', currency)
        const stock = (values[`stock-${id}`] ?? '').trim()
        return [
          [`price-${id}`, 'problem' in parsed ? priceProblems[parsed.problem] : undefined],
          [`stock-${id}`, /^\d*$/.test(stock) ? undefined : t('products.many.stockProblem')],
        ]
      }),
    )
  const send = async (values: Values) => {
    const changed = products.filter((product) => Object.keys(changeOf(product, values)).length > 0)
    const left = await run(changed, (product) =>
      client.products.edit({ id: product.id, version: product.version, change: changeOf(product, values) }),
    )
    await queries.invalidateQueries({ queryKey: rpc.products.key() })
    const failed = products.filter(({ id }) => left.has(id))
    const fresh = await Promise.all(failed.map((product) => client.products.get({ id: product.id }).catch(() => product)))
    return { fresh, done: changed.length - left.size }
  }
  return (
    <FormDialog
      title={t('products.many.title')}
      text={t('products.many.text')}
      open
      onClose={onClose}
      submit={t('products.many.submit', { count: products.length })}
      fields={products.flatMap(({ id }) => [`price-${id}`, `stock-${id}`])}
      check={check}
      send={send}
      done={({ fresh, done }) => {
        if (done > 0) toast(t('products.many.done', { count: done }))
        else if (fresh.length === 0) toast(t('products.many.none'))
        onLeft(fresh)
      }}
    >
      {state}
      {products.map(({ id, title, version, price, stock }) => (
        // If the product has another version, its fields begin anew with the new values.
        <fieldset key={`${id} ${version}`} className="stack bare gap-4">
          <legend className="ink legend breaks">{title}</legend>
          <div className={`${css.pair} row`}>
            <Field
              name={`price-${id}`}
              label={fieldLabel('price')}
              sign={currencySign(currency)}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={priceText(price, currency)}
            />
            <Field name={`stock-${id}`} label={fieldLabel('stock')} inputMode="numeric" autoComplete="off" defaultValue={stock ?? ''} />
          </div>
        </fieldset>
      ))}
    </FormDialog>
  )
}
