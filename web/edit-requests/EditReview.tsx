import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { type EditRequestDetail, editRequestMoves, type ReviewableField } from '#domain/edit-request.ts'
import { errors } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { shopAndName } from '#domain/person-names.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import type { Actor } from '#domain/user.ts'
import { useDecisions } from '#web/approval/decisions.ts'
import { useTriageKeys } from '#web/approval/queue/use-triage-keys.ts'
import { focusReason } from '#web/approval/reject/ReasonFields.tsx'
import { RejectOne } from '#web/approval/reject/RejectOne.tsx'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { DecisionFoot } from '#web/approval/review/DecisionFoot.tsx'
import { useChangedSince } from '#web/approval/review/use-changed-since.ts'
import { whyInBulk } from '#web/approval/review/why-not-decide.ts'
import { Difference } from '#web/edit-requests/Difference.tsx'
import { EditHeader, EditNotes } from '#web/edit-requests/EditHeader.tsx'
import { FieldOutcome, FieldVerdict } from '#web/edit-requests/FieldVerdict.tsx'
import { OtherValues } from '#web/edit-requests/PayloadTree.tsx'
import type { EditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { editStamp } from '#web/edit-requests/take-edit-decision.ts'
import { focusedField, focusField, nextField, useShownFields } from '#web/edit-requests/use-shown-fields.ts'
import { useVerdicts } from '#web/edit-requests/use-verdicts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import css from '#web/product-views/Opened.module.css'
import { SellerRecord } from '#web/product-views/SellerRecord.tsx'
import { Viewers } from '#web/product-views/Viewers.tsx'

type Props = {
  /** The current state; it may change while it is read. */
  request: EditRequestDetail
  isUnverified: boolean
  bulk: BulkDecision | undefined
  onSeller: (seller: string) => void
  onDecide: (decision: EditDecision) => void
}

/** Review and decision, field by field. A decision is about the version that was read: a newer one has to be read first (product §4). */
export function EditReview({ request, isUnverified, bulk, onSeller, onDecide }: Props) {
  const actor = useActor()
  const { taken } = useDecisions('editRequests')
  const place = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const { lastRead, isUnread, markRead } = useChangedSince(request, editStamp, isUnverified && !asking)
  const verdicts = useVerdicts(request)
  const unshownFields = useShownFields(place, request)
  const [notSeen, setNotSeen] = useState({ of: '', sentence: '' })
  // Another version or another choice makes the sentence about what was not seen old.
  const asNow = JSON.stringify([editStamp(request), verdicts.refused])
  const seeFirst = notSeen.of === asNow ? notSeen.sentence : ''
  const isOpen = request.status === 'pending'
  const changed = isUnread ? movedBetween(lastRead, request) : []
  const blockedWhy =
    whyInBulk(bulk, actor.id) ?? (taken[request.id]?.sending ? t('approval.sending') : null) ?? whyUndecidable(actor, request)
  const blockedOrUnread = blockedWhy ?? (isUnread ? t('approval.unreadWhy') : null)
  const refusesAll = request.fields.length > 0 && verdicts.accepted.length === 0
  const why = {
    approve:
      blockedOrUnread ??
      (request.fields.length === 0 ? errors['payload-unknown'].message : null) ??
      whyNoProduct(request) ??
      (needsDeletedPicture(request, verdicts.accepted) ? t('editRequests.pictureGone') : null) ??
      (refusesAll ? t('editRequests.allRefused') : null),
    reject: blockedOrUnread,
  }

  const act = (move: 'approve' | 'reject', reason: RejectDraft | null = null) => {
    if (!isOpen || blockedWhy || (why[move] && why[move] !== blockedOrUnread)) return
    if (move === 'reject' && !refusesAll && !reason) return setAsking(true)
    if (isUnread) return
    const [unshown] = move === 'approve' ? unshownFields() : []
    if (unshown) {
      const field = unshown.querySelector('h3')?.textContent?.trim() ?? ''
      // Rendered at once: a higher foot would cover what is scrolled to.
      flushSync(() => setNotSeen({ of: asNow, sentence: t('editRequests.seeFirst', { field }) }))
      return focusField(unshown)
    }
    const refused = reason ? [] : verdicts.read()
    if (refused) return onDecide({ request: lastRead, move, refused, reason })
    // After the render, so that the invalid field is there to take the focus.
    requestAnimationFrame(() => focusReason(place.current?.querySelector('[aria-invalid=true]')))
  }
  const judge = (choice: 'accept' | 'refuse') => {
    const field = request.fields.find((name) => name === focusedField())
    if (!field || !isOpen) return
    const place = document.activeElement?.closest('section')
    // Rendered at once, so that the reason is there to take the focus.
    flushSync(() => verdicts[choice](field))
    if (choice === 'refuse') focusReason(place?.querySelector('select'))
  }
  useTriageKeys({
    approve: () => act('approve'),
    reject: () => act('reject'),
    field: () => focusField(nextField(place.current)),
    accept: () => judge('accept'),
    refuse: () => judge('refuse'),
  })
  return (
    <>
      <div ref={place} className={`${css.content} scrolls stack gap-20`}>
        <div className={css.title}>
          <h2>{request.productTitle}</h2>
          <EditHeader request={request} onSeller={onSeller} />
          {request.product && request.product_id && <Viewers id={request.product_id} />}
        </div>
        <EditNotes request={request} changed={changed} isUnread={isUnread} onRead={markRead} />
        <p role="status" className="visually-hidden">
          {seeFirst}
        </p>
        {request.proposed && (
          <Difference request={request} changed={changed}>
            {(field) =>
              isOpen ? (
                <FieldVerdict {...{ field, verdicts }} onSend={() => act(refusesAll ? 'reject' : 'approve')} />
              ) : (
                <FieldOutcome decision={request.decisions.find((one) => one.field === field)} />
              )
            }
          </Difference>
        )}
        <OtherValues request={request} />
        {request.seller_id && <SellerRecord id={request.seller_id} />}
      </div>
      {isOpen ? (
        <DecisionFoot
          moves={[
            { name: 'reject', why: why.reject },
            { name: 'approve', why: why.approve },
          ]}
          about={seeFirst || summaryOf(verdicts)}
          onMove={(move) => (move === 'approve' || move === 'reject') && act(move)}
        />
      ) : (
        <footer className={css.foot}>{t(`editRequests.closed.${request.status}`)}</footer>
      )}
      {asking && (
        <RejectEdit
          request={request}
          blockedWhy={blockedWhy}
          isUnread={isUnread}
          onRead={markRead}
          onClose={() => setAsking(false)}
          onReject={(draft) => act('reject', draft)}
        />
      )}
    </>
  )
}

/** The fields whose live or proposed value changed since it was read. */
const movedBetween = (lastRead: EditRequestDetail, now: EditRequestDetail) =>
  reviewableFields.filter(
    (field) =>
      JSON.stringify([lastRead.live[field], lastRead.proposed?.[field]]) !== JSON.stringify([now.live[field], now.proposed?.[field]]),
  )

/** The reason why the request can be neither approved nor rejected now, as a sentence, or null. */
function whyUndecidable(actor: Actor, request: EditRequestDetail): string | null {
  const code = whyNot(actor, editRequestMoves.reject, request)
  return code && errors[code].message
}

const whyNoProduct = ({ product }: EditRequestDetail) => (product === null ? t('editRequests.productGone') : null)

/** Whether a proposed picture that would go live was deleted from the store. Such a request cannot be approved. */
const needsDeletedPicture = ({ live, proposed, gone }: EditRequestDetail, accepted: readonly ReviewableField[]) =>
  accepted.includes('images') &&
  (proposed?.images ?? []).some(({ path }) => gone.includes(path) && !live.images?.some((image) => image.path === path))

/** What "Approve" would do at the moment, unless it would approve everything. */
function summaryOf({ accepted, refused }: Pick<ReturnType<typeof useVerdicts>, 'accepted' | 'refused'>): string | undefined {
  if (refused.length === 0) return undefined
  return t('editRequests.summary', { accepted: fieldList(accepted), refused: fieldList(refused) })
}

type RejectEditProps = Omit<ComponentProps<typeof RejectOne>, 'title' | 'about' | 'draftKey' | 'movedOn'> & { request: EditRequestDetail }

/** Asks for the reason to reject a whole request. */
function RejectEdit({ request: { id, status, seller, productTitle: title }, ...rest }: RejectEditProps) {
  return (
    <RejectOne
      {...rest}
      title={t('editRequests.dialog.title')}
      about={t('editRequests.dialog.about', { seller: seller ? shopAndName(seller) : t('approval.noSeller'), title })}
      draftKey={id}
      asksFields={false}
      movedOn={status === 'pending' ? null : t(`editRequests.closed.${status}`)}
    />
  )
}
