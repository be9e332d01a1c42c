import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { useBulk } from '#web/approval/bulk/use-bulk.ts'
import { countDown } from '#web/approval/queues.ts'
import { ReasonDialog } from '#web/approval/reject/ReasonDialog.tsx'
import { MoveButtons } from '#web/approval/review/MoveButtons.tsx'
import { canBeUndone, type Decision, doneSentence, refusalSentence, sendDecision } from '#web/approval/review/take-decision.ts'
import type { useReading } from '#web/approval/review/use-changed-since.ts'
import { whyInBulk, whyNotMove } from '#web/approval/review/why-not-decide.ts'
import { asksReason, movesFor, type ReviewMove } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { freshFromRefusal } from '#web/platform/queries/fresh-from-refusal.ts'
import { lastSearch } from '#web/platform/queries/list-memory.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import css from '#web/product-details/ProductDetailsPage.module.css'
import { AssignSeller } from '#web/product-views/AssignSeller.tsx'
import { undoFor } from '#web/product-views/undo-product.ts'
import { DeleteProduct } from '#web/products/DeleteProduct.tsx'
import { Button } from '#web/ui/Button.tsx'
import IconTrash from '#web/ui/icons/IconTrash.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toast, withdrawUndo } from '#web/ui/toasts.ts'

type Asking = 'reject' | 'takeDown' | null
type Props = {
  product: Product
  reading: ReturnType<typeof useReading>
  /** The move that a reason is asked for; null while the dialog is closed. */
  asking: Asking
  onAsk: (asking: Asking) => void
}

/** The moves of an admin, each with the reason why it is not allowed. */
export function DetailsActions({ product, reading: { read, isUnread, markRead }, asking, onAsk }: Props) {
  const actor = useActor()
  const navigate = useNavigate()
  const bulk = useBulk('products').inBulk.get(product.id)
  const move = useMove()
  const [deleting, setDeleting] = useState(false)
  const blockedWhy = whyInBulk(bulk, actor.id)
  const blockedOrUnread = blockedWhy ?? (isUnread ? t('approval.unreadWhy') : null)
  const moves = movesFor(product.status).map((name) => ({ name, why: blockedOrUnread ?? whyNotMove(actor, name, product) }))
  const sentences = new Set(moves.flatMap(({ why }) => why ?? []))
  const place = useRef<HTMLDivElement>(null)
  const hasActed = useRef(false)
  const act = (name: ReviewMove) => {
    hasActed.current = true
    if (asksReason(name)) onAsk(name)
    else move.make({ product: read, move: name, reason: null })
  }
  // The button of a move vanishes with it: the keyboard goes on from here, not from the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move or the end of a dialog takes the focus away
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [product.status, asking])
  return (
    <div ref={place} tabIndex={-1} className={`${css.actions} below-title stack gap-8 no-ring`}>
      <div className="row dims spread-narrow">
        <MoveButtons moves={moves} busy={move.making} onMove={act} />
        {product.seller_id !== null && <AssignSeller product={product} label={t('assign.again')} />}
        <Button icon={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
          {t('products.actions.delete')}
        </Button>
      </div>
      {sentences.size > 0 && (
        <p id="why-not" className="aside">
          {[...sentences].join(' ')}
        </p>
      )}
      {move.problem && <Note tone="bad">{move.problem}</Note>}
      {asking && (
        <ReasonDialog
          product={product}
          move={asking}
          blockedWhy={blockedWhy ?? whyNotMove(actor, asking, product)}
          isUnread={isUnread}
          onRead={markRead}
          onClose={() => onAsk(null)}
          onReject={(reason) => move.make({ product: read, move: asking, reason }, () => onAsk(null))}
          busy={move.making === asking}
        />
      )}
      <DeleteProduct
        product={deleting ? product : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: '/admin/products', search: lastSearch('/admin/products') })}
      />
    </div>
  )
}

type Made = { decision: Decision; after?: (() => void) | undefined }

/** Makes one move and waits for its result. A refusal carries the fresh state. */
function useMove() {
  const queries = useQueryClient()
  const settle = ({ after }: Made) => {
    after?.()
    void queries.invalidateQueries({ queryKey: rpc.products.key() })
  }
  const sent = useAct({
    send: ({ decision }: Made) => sendDecision(queries, decision),
    done: (fresh, made) => {
      const { move, product } = made.decision
      if (product.status === 'pending') countDown(queries, 'products')
      withdrawUndo(fresh.id)
      toast(doneSentence(move, fresh), 'good', canBeUndone(move) ? undoFor(queries, fresh) : undefined)
      settle(made)
    },
    sentence: () => null,
    refused: (error, made) => {
      const fresh = freshFromRefusal<Product>(error)
      if (fresh) queries.setQueryData(rpc.products.get.queryKey({ input: { id: fresh.id } }), fresh)
      settle(made)
    },
  })
  return {
    make: (decision: Decision, after?: () => void) => sent.once({ decision, after }),
    making: sent.isPending ? sent.variables.decision.move : null,
    problem: sent.error && problemIn(sent.error, sent.variables.decision),
  }
}

/** Why the move failed. If no answer came, that it may have succeeded. */
const problemIn = (error: Error, { move, product: { title } }: Decision) =>
  noAnswer(error) ? refusalSentence({ title, move, message: null }) : problemOf(error).message
