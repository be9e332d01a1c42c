import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { type Product, type ReviewedField, reviewedFields } from '#domain/product.ts'
import { rpc } from '#web/app/rpc.ts'
import { Attempts } from '#web/approval/Attempts.tsx'
import { DecisionBar } from '#web/approval/DecisionBar.tsx'
import { Details } from '#web/approval/Details.tsx'
import { useDecisions } from '#web/approval/decisions.ts'
import { Gallery } from '#web/approval/Gallery.tsx'
import { Looking } from '#web/approval/Looking.tsx'
import css from '#web/approval/OpenedProduct.module.css'
import { ReviewNotes } from '#web/approval/ReviewNotes.tsx'
import type { RejectDraft } from '#web/approval/reject-draft.ts'
import { asksReason, movesFor, type ReviewMove, whyNotMove } from '#web/approval/review-moves.ts'
import { SellerRecord } from '#web/approval/SellerRecord.tsx'
import type { Decision } from '#web/approval/take-decision.ts'
import { useTriageKeys } from '#web/approval/use-triage-keys.ts'
import { Warnings } from '#web/approval/Warnings.tsx'
import { t } from '#web/messages/messages.ts'
import { StatusTag } from '#web/products/StatusTag.tsx'
import { useActor } from '#web/products/use-actor.ts'
import { useMoney } from '#web/products/use-money.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

const loadDialog = () => import('#web/approval/RejectDialog.tsx')
const RejectDialog = lazy(loadDialog)

/** For so long after a product appeared no click decides it, in milliseconds: the second half of a double click was meant for the one before. */
const settle = 400

type Props = {
  /** As it is now; it may change while it is read. */
  product: Product
  /** The bulk decision that holds it at the moment. */
  bulk: BulkDecision | undefined
  onSeller: (seller: string) => void
  onDecide: (decision: Decision) => void
}

/** Reading and deciding. What counts is what was read: a version that arrived meanwhile has to be looked at first. */
export function Review({ product, bulk, onSeller, onDecide }: Props) {
  const money = useMoney()
  const actor = useActor()
  const { taken } = useDecisions()
  const [seen, setSeen] = useState(product)
  const [asking, setAsking] = useState<'reject' | 'takeDown' | null>(null)
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id: product.id } }))
  const isUnread = seen.version !== product.version
  const changed = isUnread ? fieldsThatDiffer(seen, product) : []
  const open = movesFor(product.status)
  const held = heldBy(bulk, actor.id) ?? (taken[product.id]?.sending ? t('approval.sending') : null)

  const act = (move: ReviewMove | undefined, reason: RejectDraft | null = null) => {
    if (!move || !open.includes(move) || held || whyNotMove(actor, move, product)) return
    if (asksReason(move) && !reason) return setAsking(move)
    if (!isUnread) onDecide({ product: { ...product, version: seen.version }, move, reason })
  }
  useTriageKeys({ approve: () => act('approve'), reject: () => act(open.find(asksReason)) })
  const isSettled = useSettled()
  const lastAsked = useLast(asking)
  const movedOn = asking !== null && !open.includes(asking)
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
          <Looking id={product.id} />
        </div>
        <ReviewNotes
          product={product}
          attempts={attempts.data ?? []}
          changed={changed}
          isUnread={isUnread}
          onSeen={() => setSeen(product)}
        />
        <Warnings product={product} />
        <Gallery title={product.title} images={product.images} />
        <Details product={product} changed={changed} onSeller={onSeller} />
        {product.seller_id && <SellerRecord id={product.seller_id} />}
        <Attempts query={attempts} />
      </div>
      <DecisionBar
        product={product}
        held={held ?? (isUnread ? t('approval.unreadWhy') : null)}
        onMove={(move) => (asksReason(move) || isSettled()) && act(move)}
      />
      {lastAsked && (
        <Suspense>
          <RejectDialog
            title={t(`approval.dialog.${lastAsked}`)}
            about={t('approval.dialog.about', { seller: product.sellerName ?? t('approval.noSeller'), title: product.title })}
            draftKey={product.id}
            open={asking !== null}
            onClose={() => setAsking(null)}
            onReject={(draft) => act(lastAsked, draft)}
            blocked={movedOn || isUnread || held !== null}
            note={<Meanwhile product={product} movedOn={movedOn} held={held} isUnread={isUnread} onSeen={() => setSeen(product)} />}
          />
        </Suspense>
      )}
    </>
  )
}

/** Why a rejection that is being written cannot be sent as it is. */
function Meanwhile(about: { product: Product; movedOn: boolean; held: string | null; isUnread: boolean; onSeen: () => void }) {
  const { product, movedOn, held, isUnread, onSeen } = about
  if (movedOn) return <Note tone="warn">{`${t(`approval.itIs.${product.status}`)} ${t('approval.dialog.movedOn')}`}</Note>
  if (held) return <Note tone="warn">{held}</Note>
  if (!isUnread) return null
  return (
    <Note tone="warn" action={<Button onClick={onSeen}>{t('approval.seen')}</Button>}>
      {t('approval.changedUnseen')}
    </Note>
  )
}

/** Why nobody decides a single product while a bulk decision holds it. */
function heldBy(bulk: BulkDecision | undefined, me: string): string | null {
  if (!bulk) return null
  const name = bulk.by.name
  return bulk.by.id === me ? t('approval.bulk.holdsMine') : t('approval.bulk.holds', { name })
}

/** Says whether a product stands here long enough for a click to be meant for it. Loads what the next step needs meanwhile. */
function useSettled(): () => boolean {
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
    void loadDialog()
  }, [])
  return () => performance.now() - shownAt.current > settle
}

/** The last thing that was not null: what a closing dialog still shows. */
function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value)
  if (value !== null) last.current = value
  return last.current
}

type Shown = ReviewedField | 'price'
const shownFields: readonly Shown[] = [...reviewedFields, 'price']

/** Which parts a reader has not seen as they are now. */
const fieldsThatDiffer = (before: Product, after: Product): Shown[] =>
  shownFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
