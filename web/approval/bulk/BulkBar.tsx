import { useEffect, useState } from 'react'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import type { ProductStatus } from '#domain/product.ts'
import css from '#web/approval/bulk/Bulk.module.css'
import type { Selection } from '#web/approval/bulk/use-selection.ts'
import { bulkDraft, useStartBulk } from '#web/approval/bulk/use-start-bulk.ts'
import { asksReason, movesFor } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

const RejectDialog = lazyDialog(() => import('#web/approval/reject/RejectDialog.tsx'), 'default')

type Props = {
  noun: BulkNoun
  selection: Selection
  status: ProductStatus
  /** Nothing is in the list. */
  isEmpty?: boolean
  onStarted: (sent: ReadonlySet<string>) => void
}

/** Selects all rows that are shown, and decides on the selected ones. */
export function BulkBar({ noun, selection, status, isEmpty = false, onStarted }: Props) {
  const { selected, changed, unshown, tickable, all, none, keep } = selection
  const [asking, setAsking] = useState(false)
  const start = useStartBulk(({ items }) => {
    setAsking(false)
    // Rows that were selected while the request was under way stay selected.
    const sent = new Set(items.map(({ id }) => id))
    keep(new Set(selected.map(({ id }) => id).filter((id) => !sent.has(id))))
    onStarted(sent)
  })
  const moves = movesFor(status)
  const reason = moves.find(asksReason)
  const count = selected.length
  const max = limits.bulk.itemsMax
  const tooMany = count > max ? t('approval.bulk.tooMany', { items: t(`approval.bulk.items.${noun}`, { count: max }) }) : null
  useEffect(() => {
    if (count > 0) void RejectDialog.preload()
  }, [count])
  const { sending } = start
  if (isEmpty && count === 0 && !asking) return null
  const why = tooMany ? { 'aria-disabled': true, 'aria-describedby': 'too-many' } : {}
  const shown = selected.filter(({ id }) => !unshown.has(id))
  const whyNotApprove = !tooMany && shown.length === 0 ? { 'aria-disabled': true, 'aria-describedby': 'not-shown' } : why
  return (
    <div className={`${css.bar} row center between sized`}>
      <label className={`${css.all} line gap-12 aside tabular tall-touch`}>
        <input
          className="check"
          type="checkbox"
          checked={count > 0 && count === tickable}
          disabled={tickable === 0}
          aria-describedby={tickable === 0 ? 'nothing-to-select' : undefined}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < tickable
          }}
          onChange={count > 0 ? none : all}
        />
        {count > 0
          ? t('approval.bulk.selected', { count })
          : tickable > 0
            ? t('approval.bulk.selectAll', { count: tickable })
            : t('approval.bulk.selectNone')}
      </label>
      {tickable === 0 && (
        <span id="nothing-to-select" className="visually-hidden">
          {t('approval.bulk.nothingToSelect')}
        </span>
      )}
      {count > 0 && (
        <div className={`${css.acts} row push gap-6 dims`}>
          {reason && (
            <Button {...why} aria-label={t(`approval.bulk.moves.${reason}`)} onClick={() => tooMany || setAsking(true)}>
              <Words move={reason} />
            </Button>
          )}
          {moves.includes('approve') && (
            <Button
              {...whyNotApprove}
              aria-label={t('approval.bulk.moves.approve')}
              look="primary"
              busy={sending !== null && !sending.reason}
              onClick={() => tooMany || shown.length === 0 || start.begin({ noun, items: shown, reason: null })}
            >
              <Words move="approve" />
            </Button>
          )}
        </div>
      )}
      {tooMany && (
        <p id="too-many" className={`${css.note} bad`} role="alert">
          {tooMany}
        </p>
      )}
      <p className={`${css.note} fair if-filled`} role="status">
        {changed.size > 0 && t(`approval.bulk.of.${noun}.changed`, { count: changed.size })}
      </p>
      <p id="not-shown" className={`${css.note} fair if-filled`} role="status">
        {unshown.size > 0 && t('approval.bulk.notShown', { count: unshown.size })}
      </p>
      {asking && reason && (
        <RejectDialog
          title={
            count === 0
              ? t(`approval.bulk.moves.${reason}`)
              : t(`approval.bulk.dialog.${reason}`, { items: t(`approval.bulk.items.${noun}`, { count }) })
          }
          about={count > 0 && t(`approval.bulk.of.${noun}.about`, { count })}
          draftKey={bulkDraft(noun)}
          asksFields={noun === 'products'}
          onClose={() => setAsking(false)}
          onReject={(draft) => start.begin({ noun, items: selected, reason: draft })}
          busy={sending !== null}
          blocked={count === 0}
          note={<Meanwhile noun={noun} count={count} changed={changed.size} />}
        />
      )}
    </div>
  )
}

/** What changed in the selection while the reason was written. */
function Meanwhile({ noun, count, changed }: { noun: BulkNoun; count: number; changed: number }) {
  if (count === 0) return <Note tone="warn">{t('approval.bulk.nothingSelected')}</Note>
  if (changed === 0) return null
  return <Note tone="warn">{t(`approval.bulk.of.${noun}.changed`, { count: changed })}</Note>
}

/** The count stands beside the buttons. On narrow screens the rest of the label is for screen readers only. */
function Words({ move }: { move: 'approve' | 'reject' | 'takeDown' }) {
  return (
    <>
      <span className={css.long}>{t(`approval.bulk.moves.${move}`)}</span>
      <span className={css.short}>{t(`approval.moves.${move}`)}</span>
    </>
  )
}
