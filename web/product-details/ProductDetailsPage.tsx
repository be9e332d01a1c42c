import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useIsUnverified } from '#web/approval/review/use-is-unverified.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { ProductDetails } from '#web/product-details/ProductDetails.tsx'
import { useNotesLoading } from '#web/product-views/Warnings.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** `/admin/products/{id}`: product details for admins. */
export function ProductDetailsPage() {
  const { id } = useParams({ from: '/layout/admin/products/$id' })
  return <Details key={id} id={id} />
}

function Details({ id }: { id: string }) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  const query = useNotesLoading(id) ? { ...product, data: undefined } : product
  const isUnverified = useIsUnverified(product)
  return (
    <>
      <BackToList to="/admin/products" />
      {!query.data && <PageHeader title={t('productDetails.window')} />}
      <DataState query={query}>{(data) => <ProductDetails product={data} isUnverified={isUnverified} />}</DataState>
    </>
  )
}
