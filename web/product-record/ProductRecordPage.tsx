import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Product } from '#domain/product.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { Attempts } from '#web/approval/Attempts.tsx'
import { Details } from '#web/approval/Details.tsx'
import { Gallery } from '#web/approval/Gallery.tsx'
import { t } from '#web/messages/messages.ts'
import css from '#web/product-record/ProductRecordPage.module.css'
import { StatusTag } from '#web/products/StatusTag.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

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
  const { id, title, status, images } = product
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id } }))
  const navigate = useNavigate()
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
        <Panel>
          <Gallery title={title} images={images} />
        </Panel>
        <Panel>
          <div className={css.parts}>
            <Details
              product={product}
              changed={[]}
              onSeller={(seller) => void navigate({ to: '/admin/product-approval', search: { seller, status } })}
            />
            <Attempts query={attempts} />
          </div>
        </Panel>
      </div>
    </>
  )
}
