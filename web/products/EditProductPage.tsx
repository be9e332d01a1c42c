import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ProductImage } from '#domain/image.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { openEdit } from '#web/products/form/creation.ts'
import { ProductForm } from '#web/products/form/ProductForm.tsx'
import { belongs, liveOf, type ShownProduct, withRequest } from '#web/products/form/shown-product.ts'
import { park, parkedPictures } from '#web/products/pictures/parked-pictures.ts'
import { picturesOf } from '#web/products/pictures/picture-source.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** `/seller/products/edit/{id}` (spec §2): edits a product, or completes its creation. */
export function EditProductPage() {
  const { id = '' } = useParams({ strict: false })
  const product = useShownProduct(id)
  const [started, setStarted] = useState(false)
  // A creation interrupted by a reload or a closed window continues with the pictures that were stored.
  const brokeOff = product.isFetchedAfterMount && product.data?.images.length === 0
  const arrived = useQuery(rpc.products.uploads.queryOptions({ input: { id }, staleTime: 0, enabled: brokeOff && !started }))
  if (product.isFetchedAfterMount && !started && !(brokeOff && !arrived.isFetchedAfterMount)) setStarted(true)
  const query = started ? product : { ...product, data: undefined }
  return (
    <>
      <BackToList to="/seller/products" />
      <PageHeader
        title={t('products.edit')}
        lead={
          query.data && (
            <span className="lead-line">
              {liveOf(query.data).title} <StatusTag status={query.data.status} />
            </span>
          )
        }
      />
      <DataState query={query}>{(data) => <EditForm key={data.id} product={data} arrived={(brokeOff && arrived.data) || []} />}</DataState>
    </>
  )
}

function EditForm({ product, arrived }: { product: ShownProduct; arrived: readonly ProductImage[] }) {
  const check = useLocation({ select: ({ search }) => 'check' in search })
  const [pictures] = useState(() => parkedPictures(product.id) ?? picturesOf(product.images, arrived))
  const id = product.id
  const [edit] = useState(() => openEdit(client.products, pictures, id))
  // The product exists already: pictures are uploaded as soon as they are chosen.
  useEffect(() => {
    pictures.sendTo(id)
    pictures.retry()
  }, [pictures, id])
  return (
    <ProductForm
      product={product}
      pictures={pictures}
      edit={edit}
      check={check}
      onEnd={(saved, last) => {
        if (!saved && last?.unfinished) return park(id, pictures)
        // What is uploaded stays for the next visit.
        if (!saved) pictures.stop()
        pictures.close()
      }}
    />
  )
}

/** A product with its waiting edit request, kept fresh. `data` is undefined until both were refetched. */
function useShownProduct(id: string) {
  // The cached state may have been decided on since; a form starts from the current one.
  const product = useQuery(rpc.products.get.queryOptions({ input: { id }, staleTime: 0 }))
  const requestId = product.data?.editRequestId ?? null
  const request = useQuery(
    rpc.editRequests.get.queryOptions({
      input: { id: requestId ?? '' },
      staleTime: 0,
      enabled: product.isFetchedAfterMount && requestId !== null,
    }),
  )
  const last = useRef<ShownProduct | undefined>(undefined)
  const asked = product.isFetchedAfterMount && (requestId === null || request.isFetchedAfterMount)
  // If the two answers are of different moments, the later one is on its way.
  if (asked && product.data && requestId === null) last.current = product.data
  else if (asked && product.data && belongs(product.data, request.data)) last.current = withRequest(product.data, request.data)
  const failed = request.isError && requestId !== null ? request : product
  return { ...failed, data: last.current, isFetchedAfterMount: last.current !== undefined }
}
