import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { needsReview } from '#domain/edit-request.ts'
import { currencySign, priceText } from '#domain/money.ts'
import { parsePrice, priceProblems } from '#domain/parse-price.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { pasteDown, typeInto } from '#web/platform/forms/paste-down.ts'
import { useEachItem } from '#web/platform/forms/use-each-item.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import css from '#web/products/list/ProductsTable.module.css'
import { priceForAll } from '#web/products/list/price-for-all.ts'
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
    const typedPrice = values[`price-${id}`] ?? ''
    const typedStock = (values[`stock-${id}`] ?? '').trim()
    const parsed = parsePrice(typedPrice, currency)
    const to = { price: 'minor' in parsed ? parsed.minor : price, stock: typedStock === '' ? null : Number(typedStock) }
    return { ...(to.price !== price && { price: to.price }), ...(to.stock !== stock && { stock: to.stock }) }
  }
  const checkEach = (values: Values) =>
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
  const check = (values: Values) => ({ ...checkAll(values, products, currency), ...checkEach(values) })
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
      onClose={onClose}
      dismiss={dismiss}
      submit={t('products.many.submit', { count: products.length })}
      fields={[...(products.length > 1 ? forAll : []), ...products.flatMap(({ id }) => [`price-${id}`, `stock-${id}`])]}
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
      {/* As do those for all: what stood there is not applied to the new values. */}
      {products.length > 1 && <All key={products.map(({ id, version }) => `${id} ${version}`).join()} products={products} />}
      {products.map((product) => (
        // If the product has another version, its fields begin anew with the new values.
        <OneProduct key={`${product.id} ${product.version}`} product={product} />
      ))}
    </FormDialog>
  )
}

/** The fields whose text is for every product. */
const forAll = ['all-price', 'all-stock']

/** What is wrong with the text for all, if it is no value or change for one of the products. */
function checkAll(values: Values, products: readonly ProductRow[], currency: string): Record<string, string | undefined> {
  const prices = products.map(({ price }) => priceForAll(values['all-price'] ?? '', price, currency))
  const [problem] = prices.flatMap((one) => ('problem' in one ? [one.problem] : []))
  return {
    'all-price': problem && (problem === 'not-a-price' ? t('products.many.allPriceProblem') : priceProblems[problem]),
    'all-stock': /^\s*\d*\s*$/.test(values['all-stock'] ?? '') ? undefined : t('products.many.stockProblem'),
  }
}

/** Fills the fields of every product as it is typed; once it is emptied, they have their present values again. */
function All({ products }: { products: readonly ProductRow[] }) {
  const { currency } = useMarketplace()
  const fill = (form: HTMLFormElement | null, kind: string, textOf: (product: ProductRow) => string) => {
    for (const product of products) {
      const field = form?.elements.namedItem(`${kind}-${product.id}`)
      if (field instanceof HTMLInputElement) typeInto(field, textOf(product))
    }
  }
  return (
    <div className={`${css.pair} ${css.all} row`}>
      <Field
        name="all-price"
        label={t('products.many.allPrices')}
        hint={t('products.many.allPricesHint')}
        autoComplete="off"
        dir="ltr"
        onChange={({ target: { form, value } }) =>
          fill(form, 'price', ({ price }) => {
            const parsed = priceForAll(value, price, currency)
            return priceText('minor' in parsed ? (parsed.minor ?? price) : price, currency)
          })
        }
      />
      <Field
        name="all-stock"
        label={t('products.many.allStock')}
        hint={t('products.many.allStockHint')}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target: { form, value } }) =>
          fill(form, 'stock', ({ stock }) => (/^\d+$/.test(value.trim()) ? value.trim() : `${stock ?? ''}`))
        }
      />
    </div>
  )
}

/** Before review and on sale, a product needs its stock. */
function stockProblem(stock: string, status: ProductRow['status']): string | undefined {
  if (stock === '' && (status === 'approved' || status === 'pending')) return t('products.many.stockMissing')
  return /^\d*$/.test(stock) ? undefined : t('products.many.stockProblem')
}

/** The fields of one product. Says before it is sent that a price goes to review; what a waiting request proposes, only the server knows. */
function OneProduct({ product }: { product: ProductRow }) {
  const { id, title, sku, status, images, price, stock } = product
  const rules = useMarketplace()
  const { currency } = rules
  const [typed, setTyped] = useState<number | null>(price)
  const isReviewed = typed !== price && needsReview('price', typed, { product, proposed: [], rules })
  return (
    <fieldset className="stack bare gap-4">
      <legend className="ink legend">
        <span className="line gap-12">
          <Cover image={images[0]} size={32} />
          <span className="row gap-6 center breaks">
            {title} <StatusTag status={status} /> {sku && <span className="aside regular">{sku}</span>}
          </span>
        </span>
      </legend>
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
