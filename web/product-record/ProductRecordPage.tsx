import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Product } from '#domain/product.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { Attempts } from '#web/product-record/Attempts.tsx'
import { Pictures } from '#web/product-record/Pictures.tsx'
import css from '#web/product-record/ProductRecordPage.module.css'
import { StatusTag } from '#web/products/StatusTag.tsx'
import { useMoney } from '#web/products/use-money.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** `/admin/products/{id}`: one product as an administrator reads it. */
export function ProductRecordPage() {
  const { id } = useParams({ from: '/frame/admin/products/$id' })
  const query = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  return (
    <>
      {!query.data && <PageHeader title={t('productRecord.window')} />}
      <DataState query={query}>{(product) => <Record product={product} />}</DataState>
    </>
  )
}

function Record({ product }: { product: Product }) {
  const { id, title, status, description, images } = product
  return (
    <>
      <PageHeader
        title={title}
        lead={<StatusTag status={status} />}
        actions={
          <Link to="/admin/product-approval" search={{ status, product: id }} className={buttonClass()}>
            {t('productRecord.toQueue')}
          </Link>
        }
      />
      <div className={css.columns}>
        <div className={css.column}>
          <Panel title={t('productRecord.pictures')}>
            <Pictures images={images} />
          </Panel>
          <Panel title={t('productRecord.fields.description')}>
            <p className={css.description}>{description || t('productRecord.none')}</p>
          </Panel>
        </div>
        <div className={css.column}>
          <Details product={product} />
          <Attempts id={id} />
        </div>
      </div>
    </>
  )
}

function Details({ product }: { product: Product }) {
  const money = useMoney()
  const { price, category, sku, stock, tags, attributes, sellerName, created_at, updated_at, version } = product
  const none = t('productRecord.none')
  return (
    <Panel title={t('productRecord.details')}>
      <Facts
        facts={[
          [t('productRecord.fields.seller'), sellerName ?? none],
          [t('productRecord.fields.price'), price === null ? none : money(price)],
          [t('productRecord.fields.category'), category ?? none],
          [t('productRecord.fields.stock'), stock ?? none],
          [t('productRecord.fields.sku'), sku ?? none],
          [t('productRecord.fields.tags'), tags.join(', ') || none],
          ...attributes.map(({ key, value }) => [key, value] as const),
          [t('productRecord.fields.created'), <Ago key="created" at={created_at} />],
          [t('productRecord.fields.updated'), <Ago key="updated" at={updated_at} />],
          [t('productRecord.fields.version'), version],
        ]}
      />
    </Panel>
  )
}
