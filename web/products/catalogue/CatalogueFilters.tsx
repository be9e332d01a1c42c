import { useEffect, useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { formatPrice, priceText } from '#domain/money.ts'
import { parsePrice } from '#domain/parse-price.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useCategoryFilter } from '#web/product-views/use-category-filter.ts'
import { useSellerFilter } from '#web/product-views/use-seller-filter.tsx'
import css from '#web/products/catalogue/Catalogue.module.css'
import { type CatalogueSearch, sortsShown, statusesShown, stocksShown } from '#web/products/catalogue/catalogue-search.ts'

type Props = { search: CatalogueSearch; change: (to: CatalogueSearch) => void }

const statuses = statusesShown.map((value) => ({ value, label: t(`products.status.${value}`) }))
const stocks = stocksShown.map((value) => ({ value, label: t(`catalogue.stock.${value}`, { count: limits.product.stockLow }) }))
const sorts = sortsShown.map((value) => ({ value, label: t(`sorts.${value}`) }))

/** The filters and the order of the catalogue. */
export function CatalogueFilters({ search, change }: Props) {
  const seller = useSellerFilter({ of: 'products', chosen: search.seller_id, choose: (seller_id) => change({ seller_id }) })
  const category = useCategoryFilter(search.category, (chosen) => change({ category: chosen }))
  const { currency } = useMarketplace()
  const { priceFrom, priceTo } = search
  const money = (minor: number) => formatPrice(minor, currency)
  const prices = { priceFrom: undefined, priceTo: undefined }
  const { text, choice } = filtersOf(search, change)
  return (
    <Filters
      search={text(t('common.search'), t('approval.searchHint'))}
      choices={[
        choice('status', { label: t('common.status'), all: t('common.allStatuses'), options: statuses }),
        category,
        choice('stock', { label: t('products.column.stock'), all: t('catalogue.stock.all'), options: stocks }),
      ]}
      sort={choice('sort', { label: t('common.sortBy'), usual: 'newest', options: sorts })}
      active={[
        seller.active,
        (priceFrom !== undefined || priceTo !== undefined) && {
          label: t('products.column.price'),
          name: t(`catalogue.prices.${priceFrom === undefined ? 'to' : priceTo === undefined ? 'from' : 'both'}`, {
            from: money(priceFrom ?? 0),
            to: money(priceTo ?? 0),
          }),
          clear: () => change(prices),
        },
      ]}
      clear={() => change({ status: undefined, category: undefined, stock: undefined, seller_id: undefined, ...prices })}
    >
      {seller.control}
      <div className={`${css.prices} row`}>
        <Price label={t('catalogue.priceFrom')} value={priceFrom} choose={(minor) => change({ priceFrom: minor })} />
        <Price label={t('catalogue.priceTo')} value={priceTo} choose={(minor) => change({ priceTo: minor })} />
      </div>
    </Filters>
  )
}

type PriceProps = { label: string; value: number | undefined; choose: (minor: number | undefined) => void }

/** A limit of the price, taken as the field is left or by Enter. What is no price is put back. */
function Price({ label, value, choose }: PriceProps) {
  const { currency } = useMarketplace()
  const shown = value === undefined ? '' : priceText(value, currency)
  // The value is set on the field: a new field with it would lose the focus.
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = shown
  }, [shown])
  const take = (field: HTMLInputElement) => {
    if (field.value === shown) return
    const parsed = parsePrice(field.value, currency)
    if ('minor' in parsed) choose(parsed.minor ?? undefined)
    else field.value = shown
  }
  return (
    <input
      ref={input}
      className="input grow"
      aria-label={label}
      placeholder={label}
      title={label}
      inputMode="decimal"
      defaultValue={shown}
      onBlur={({ currentTarget }) => take(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget)}
    />
  )
}
