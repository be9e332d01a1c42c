import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { ProductChanges } from '#web/edit-requests/ProductChanges.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { lastSearch } from '#web/platform/queries/list-memory.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Attempts } from '#web/product-views/Attempts.tsx'
import { Details } from '#web/product-views/Details.tsx'
import { Gallery } from '#web/product-views/Gallery.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { Timeline } from '#web/product-views/Timeline.tsx'
import { DeleteProduct } from '#web/products/DeleteProduct.tsx'
import { RejectionNote } from '#web/products/form/RejectionNote.tsx'
import { MoveProduct, whyNotRestored } from '#web/products/MoveProduct.tsx'
import css from '#web/products/SellerProductPage.module.css'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/seller/products/{id}`: one product for its seller (product §3). */
export function SellerProductPage() {
  const { id } = useParams({ from: '/layout/seller/products/$id' })
  const query = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  return (
    <>
      <BackToList to="/seller/products" />
      {!query.data && <PageHeader title={t('productDetails.window')} />}
      <DataState query={query}>{(product) => <View key={product.id} product={product} />}</DataState>
    </>
  )
}

function View({ product }: { product: Product }) {
  const { id, title, status, images } = product
  const navigate = useNavigate()
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id } }))
  const [deleting, setDeleting] = useState(false)
  const number = attempts.data?.at(-1)?.number ?? 0
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <span className="lead-line">
            <StatusTag status={status} /> {number > 1 && attemptText(number)}
            <Link to="/seller/orders" search={{ product_id: id }}>
              {t('orders.ofProduct')}
            </Link>
          </span>
        }
        actions={
          <div className="row dims">
            <Link to="/seller/products/edit/$id" params={{ id }} className={buttonClass('primary')}>
              {t('products.actions.edit')}
            </Link>
            <MoveProduct product={product} />
            <Button look="quiet" onClick={() => setDeleting(true)}>
              {t('products.actions.delete')}
            </Button>
          </div>
        }
      />
      <ProductNotes product={product} />
      <ProductChanges product={product}>
        <div className={`${css.columns} columns`}>
          <div className="loose stack">
            <Panel>
              <Gallery title={title} images={images} />
            </Panel>
            <div className="last">
              <Panel title={t('productDetails.timeline')} flush>
                <Timeline id={id} />
              </Panel>
            </div>
          </div>
          <Panel>
            <div className="stack gap-20 joined">
              <Details product={product} changed={[]} />
              <Attempts
                query={attempts}
                unknownName={t('products.view.anAdmin')}
                none={t(status === 'pending' && product.unfinished ? 'products.view.notYetAttempted' : 'products.view.noAttempts')}
              />
            </div>
          </Panel>
        </div>
      </ProductChanges>
      <DeleteProduct
        product={deleting ? product : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: '/seller/products', search: lastSearch('/seller/products'), resetScroll: false })}
      />
    </>
  )
}

const ordinals = ['second', 'third', 'fourth', 'fifth'] as const

/** "Second attempt"; beyond the fifth, by number. */
function attemptText(number: number): string {
  const ordinal = ordinals[number - 2]
  return ordinal ? t(`products.view.attempt.${ordinal}`) : t('approval.attempt.number', { number })
}

/** Shown above the product: its rejection, its unfinished creation, or that an admin archived it. */
function ProductNotes({ product }: { product: Product }) {
  const notRestorable = whyNotRestored(product)
  return (
    <div className="stack gap-12 spaced">
      <RejectionNote product={product} />
      {product.unfinished && <Note tone="warn">{t('products.unfinishedHint')}</Note>}
      {notRestorable && <Note tone="warn">{notRestorable}</Note>}
    </div>
  )
}
