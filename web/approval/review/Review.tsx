import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import type { Product } from '#domain/product.ts'
import { useDecisions } from '#web/approval/decisions.ts'
import { useTriageKeys } from '#web/approval/queue/use-triage-keys.ts'
import { ReasonDialog } from '#web/approval/reject/ReasonDialog.tsx'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { DecisionFoot } from '#web/approval/review/DecisionFoot.tsx'
import { afterPaintMs } from '#web/approval/review/prefetch.ts'
import type { Decision } from '#web/approval/review/take-decision.ts'
import { useReading } from '#web/approval/review/use-changed-since.ts'
import { whyInBulk, whyNotMove } from '#web/approval/review/why-not-decide.ts'
import { asksReason, movesFor, type ReviewMove } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Attempts } from '#web/product-views/Attempts.tsx'
import { Details } from '#web/product-views/Details.tsx'
import { Gallery } from '#web/product-views/Gallery.tsx'
import { OpenChat } from '#web/product-views/OpenChat.tsx'
import css from '#web/product-views/Opened.module.css'
import { ReviewNotes } from '#web/product-views/ReviewNotes.tsx'
import { SellerRecord } from '#web/product-views/SellerRecord.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { Viewers } from '#web/product-views/Viewers.tsx'
import { Warnings } from '#web/product-views/Warnings.tsx'

type Props = {
  /** The current state; it may change while it is read. */
  product: Product
  /** It comes from the offline cache; the fresh answer is on its way. */
  isUnverified: boolean
  /** The bulk decision that the product is part of. */
  bulk: BulkDecision | undefined
  onSeller: (seller: string) => void
  onDecide: (decision: Decision) => void
}

/** Review and decision of a product. A decision is about what was read: what can be reviewed and has changed since has to be read first. */
export function Review({ product, isUnverified, bulk, onSeller, onDecide }: Props) {
  const money = useMoney()
  const actor = useActor()
  const { taken } = useDecisions('products')
  const [asking, setAsking] = useState<'reject' | 'takeDown' | null>(null)
  // An admin who is writing a reason has read the product.
  const { read, isUnread, changed, markRead } = useReading(product, isUnverified && asking === null)
  // The end of the panel, mostly out of view, follows the paint that answers a key of a review.
  const isPainted = useIsPainted()
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id: product.id } }))
  const open = movesFor(product.status)
  const blockedWhy = whyInBulk(bulk, actor.id) ?? (taken[product.id]?.sending ? t('approval.sending') : null)

  const act = (move: ReviewMove | undefined, reason: RejectDraft | null = null) => {
    if (!move || !open.includes(move) || blockedWhy || whyNotMove(actor, move, product)) return
    if (asksReason(move) && !reason) return setAsking(move)
    if (!isUnread) onDecide({ product: read, move, reason })
  }
  useTriageKeys({ approve: () => act('approve'), reject: () => act(open.find(asksReason)) })
  return (
    <>
      <div className={`${css.content} scrolls stack gap-20`}>
        <div className={css.title}>
          <h2>{product.title}</h2>
          <p className={css.sub}>
            <StatusTag status={product.status} />
            <span>{product.price === null ? null : money(product.price)}</span>
            <span>{product.category}</span>
          </p>
          <Seller product={product} onSeller={onSeller} />
          <Viewers id={product.id} />
        </div>
        <ReviewNotes product={product} attempts={attempts.data ?? []} changed={changed} isUnread={isUnread} onRead={markRead} />
        <Warnings product={product} />
        <Gallery title={product.title} images={product.images} />
        <Details product={product} changed={changed} />
        {isPainted && (
          <>
            {product.seller_id && <SellerRecord id={product.seller_id} />}
            <Attempts query={attempts} />
          </>
        )}
      </div>
      <DecisionBar product={product} blockedWhy={blockedWhy ?? (isUnread ? t('approval.unreadWhy') : null)} onMove={act} />
      {asking && (
        <ReasonDialog
          product={product}
          move={asking}
          blockedWhy={blockedWhy ?? whyNotMove(actor, asking, product)}
          isUnread={isUnread}
          onRead={markRead}
          onClose={() => setAsking(null)}
          onReject={(draft) => act(asking, draft)}
        />
      )}
    </>
  )
}

/** Whose product it is, and the way to all of theirs in this queue. */
function Seller({ product, onSeller }: Pick<Props, 'product' | 'onSeller'>) {
  const { seller_id, seller } = product
  if (seller_id === null || seller === null) return <p className={css.sub}>{t('approval.noSeller')}</p>
  return (
    <p className={css.sub}>
      <PersonLine of={seller} href={`/admin/users/${seller_id}`} />
      <button type="button" className={`${css.link} tall-touch underlines`} onClick={() => onSeller(seller_id)}>
        {t('approval.onlySeller')}
      </button>
      <OpenChat of={product} />
    </p>
  )
}

type DecisionBarProps = {
  product: Product
  /** Why no decision is possible at the moment, or null. */
  blockedWhy: string | null
  onMove: (move: ReviewMove) => void
}

/** The moves of an admin on the opened product. */
function DecisionBar({ product, blockedWhy, onMove }: DecisionBarProps) {
  const actor = useActor()
  const moves = movesFor(product.status).map((name) => ({ name, why: blockedWhy ?? whyNotMove(actor, name, product) }))
  if (moves.length === 0) return <footer className={css.foot}>{t('approval.whyNothing')}</footer>
  return <DecisionFoot moves={moves} onMove={onMove} />
}

/** True once what was rendered first has been painted. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), afterPaintMs)
    return () => clearTimeout(timer)
  }, [])
  return isPainted
}
