import { lazy, Suspense, useEffect, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { ProductStatus } from '#domain/product.ts'
import css from '#web/approval/Bulk.module.css'
import { asksReason, movesFor } from '#web/approval/review-moves.ts'
import type { Selection } from '#web/approval/use-selection.ts'
import { bulkDraft, useStartBulk } from '#web/approval/use-start-bulk.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'

const loadDialog = () => import('#web/approval/RejectDialog.tsx')
const RejectDialog = lazy(loadDialog)

type Props = { selection: Selection; status: ProductStatus }

/** Ticks all that is loaded, and decides on what is ticked. */
export function BulkBar({ selection, status }: Props) {
  const { selected, tickable, all, none } = selection
  const [asked, setAsked] = useState(false)
  const [asking, setAsking] = useState(false)
  const start = useStartBulk(() => {
    setAsking(false)
    none()
  })
  const moves = movesFor(status)
  const reason = moves.find(asksReason)
  const count = selected.length
  const max = limits.bulk.itemsMax
  const tooMany = count > max ? t('approval.bulk.tooMany', { max }) : null
  useEffect(() => {
    if (count > 0) void loadDialog()
  }, [count])
  const why = tooMany ? { 'aria-disabled': true, 'aria-describedby': 'too-many' } : {}
  return (
    <div className={css.bar}>
      <label className={css.all}>
        <input
          type="checkbox"
          checked={count > 0 && count === tickable}
          disabled={tickable === 0}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < tickable
          }}
          onChange={count > 0 ? none : all}
        />
        {count === 0 ? t('approval.bulk.selectAll', { count: tickable }) : t('approval.bulk.selected', { count })}
      </label>
      {count > 0 && (
        <div className={css.acts}>
          {reason && (
            <Button
              {...why}
              aria-label={t(`approval.bulk.${reason}`)}
              onClick={() => {
                if (tooMany) return
                setAsked(true)
                setAsking(true)
              }}
            >
              <Words move={reason} />
            </Button>
          )}
          {moves.includes('approve') && (
            <Button
              {...why}
              aria-label={t('approval.bulk.approve')}
              look="primary"
              busy={start.isPending && !start.variables.reason}
              onClick={() => tooMany || start.mutate({ rows: selected, reason: null })}
            >
              <Words move="approve" />
            </Button>
          )}
        </div>
      )}
      {tooMany && (
        <p id="too-many" className={css.tooMany} role="alert">
          {tooMany}
        </p>
      )}
      {asked && reason && (
        <Suspense>
          <RejectDialog
            title={t(`approval.dialog.${reason}Many`)}
            about={t('approval.dialog.aboutMany', { count })}
            draftKey={bulkDraft}
            open={asking}
            onClose={() => setAsking(false)}
            onReject={(draft) => start.mutate({ rows: selected, reason: draft })}
            busy={start.isPending}
            blocked={count === 0}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The count stands beside the buttons: where there is little room they say the rest only to those who listen. */
function Words({ move }: { move: 'approve' | 'reject' | 'takeDown' }) {
  return (
    <>
      <span className={css.long}>{t(`approval.bulk.${move}`)}</span>
      <span className={css.short}>{t(`approval.moves.${move}`)}</span>
    </>
  )
}
