import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Product, type ReviewedField, reviewedFields } from '#domain/product.ts'
import { rpc } from '#web/app/rpc.ts'
import { Attempts } from '#web/approval/Attempts.tsx'
import { DecisionBar } from '#web/approval/DecisionBar.tsx'
import { Details } from '#web/approval/Details.tsx'
import { Gallery } from '#web/approval/Gallery.tsx'
import css from '#web/approval/OpenedProduct.module.css'
import { RejectDialog } from '#web/approval/RejectDialog.tsx'
import { ReviewNotes } from '#web/approval/ReviewNotes.tsx'
import { useDecision } from '#web/approval/use-decision.ts'
import { useTriageKeys } from '#web/approval/use-triage-keys.ts'
import { decisionsFor } from '#web/approval/why-not.ts'
import { StatusTag } from '#web/products/StatusTag.tsx'
import { useMoney } from '#web/products/use-money.ts'

type Props = {
  /** As it is now; it may change while it is read. */
  product: Product
  onSeller: (seller: string) => void
  candidates: () => string[]
  onDecided: (candidates: readonly string[]) => void
}

/** Reading and deciding. What counts is what was read: a version that arrived meanwhile has to be looked at first. */
export function Review({ product, onSeller, candidates, onDecided }: Props) {
  const money = useMoney()
  const [seen, setSeen] = useState(product)
  const [rejecting, setRejecting] = useState(false)
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id: product.id } }))
  const changed = seen.version === product.version ? [] : fieldsThatDiffer(seen, product)
  const isUnread = seen.version !== product.version
  const decision = useDecision({ ...product, version: seen.version }, candidates, onDecided)
  const open = decisionsFor(product)
  const approve = () => open.includes('approve') && !isUnread && decision.approve()
  const reject = () => open.includes('reject') && product.seller_id !== null && setRejecting(true)
  useTriageKeys({ approve, reject })
  const look = () => {
    setSeen(product)
    decision.forget()
  }
  return (
    <>
      <div className={css.content}>
        <div className={css.title}>
          <h2>{product.title}</h2>
          <p className={css.sub}>
            <StatusTag status={product.status} />
            <span>{product.price === null ? null : money(product.price)}</span>
            <span>{product.category}</span>
          </p>
        </div>
        <ReviewNotes
          product={product}
          attempts={attempts.data ?? []}
          changed={changed}
          isUnread={isUnread}
          onSeen={look}
          problem={rejecting ? null : decision.problem}
        />
        <Gallery title={product.title} images={product.images} />
        <Details product={product} changed={changed} onSeller={onSeller} />
        <Attempts query={attempts} />
      </div>
      <DecisionBar product={product} isUnread={isUnread} decision={decision} onApprove={approve} onReject={reject} />
      <RejectDialog
        product={product}
        isUnread={isUnread}
        onSeen={look}
        open={rejecting}
        onClose={() => setRejecting(false)}
        decision={decision}
      />
    </>
  )
}

type Shown = ReviewedField | 'price'
const shownFields: readonly Shown[] = [...reviewedFields, 'price']

/** Which parts a reader has not seen as they are now. */
const fieldsThatDiffer = (before: Product, after: Product): Shown[] =>
  shownFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
