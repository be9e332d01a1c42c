import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import css from '#web/approval/bulk/Bulk.module.css'
import { isUnderWay, useDismiss, useUndo } from '#web/approval/bulk/use-bulk.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { CloseButton } from '#web/ui/CloseButton.tsx'
import { claimUndoKey } from '#web/ui/toasts.ts'

const BulkResults = lazyDialog(() => import('#web/approval/bulk/BulkResults.tsx'), 'default')

/** All bulk decisions under way, with their authors, and the user's own results. A live region, so the focus stays where it is. */
export function BulkProgress({ all, onUndone }: { all: readonly BulkDecision[]; onUndone: (undone: BulkDecision) => void }) {
  const me = useMe()
  const dismiss = useDismiss()
  const [results, setResults] = useState<BulkDecision | null>(null)
  const [latest, ...earlier] = all.filter(({ status, by }) => status === 'done' && by.id === me.id)
  // Only the last result is shown, and those before it that refused something. The others leave with it.
  const passed = earlier.filter((bulk) => refusedIn(bulk) === 0)
  const shown = all.filter((bulk) => isUnderWay(bulk) || (bulk.by.id === me.id && bulk.status === 'done' && !passed.includes(bulk)))
  const read = (bulk: BulkDecision) => {
    for (const { id } of bulk === latest ? [bulk, ...passed] : [bulk]) dismiss.mutate(id)
  }
  const newest = all.find((bulk) => canUndo(bulk, me.id))?.id
  return (
    <>
      <div className="stack spaced gap-8" role="status" aria-atomic="false">
        {shown.map((bulk) => (
          <One
            key={bulk.id}
            bulk={bulk}
            mine={bulk.by.id === me.id}
            takesKey={bulk.id === newest}
            onShow={() => setResults(bulk)}
            onRead={() => read(bulk)}
            onUndone={onUndone}
          />
        ))}
      </div>
      {results && <BulkResults bulk={results} onClose={() => setResults(null)} />}
    </>
  )
}

const canUndo = ({ status, by }: BulkDecision, me: string) => status === 'held' && by.id === me

type OneProps = {
  bulk: BulkDecision
  mine: boolean
  /** The undo key belongs to the newest bulk decision. */
  takesKey: boolean
  onShow: () => void
  onRead: () => void
  onUndone: (undone: BulkDecision) => void
}

function One({ bulk, mine, takesKey, onShow, onRead, onUndone }: OneProps) {
  const undo = useUndo(bulk.id, onUndone)
  const latest = useRef(undo.once)
  latest.current = undo.once
  // A layout effect: the next key may come before the screen is painted.
  useLayoutEffect(() => (takesKey ? claimUndoKey(() => latest.current()) : undefined), [takesKey])
  return (
    <div className={`${css.one} row card center end`} data-under-way={isUnderWay(bulk) || undefined}>
      <p className={`${css.words} breaks strong`}>{sentenceFor(bulk, mine)}</p>
      {bulk.status === 'held' && (
        <div className="line gap-8">
          <Countdown runsAt={bulk.runsAt} />
          {mine && (
            <Button busy={undo.isPending} onClick={() => undo.once()}>
              {t('common.undo')}
            </Button>
          )}
        </div>
      )}
      {bulk.status === 'done' && (
        <>
          <Button onClick={onShow}>{t('approval.bulk.showResults')}</Button>
          <CloseButton onClick={onRead} />
        </>
      )}
    </div>
  )
}

const refusedIn = ({ results }: BulkDecision): number => results.filter(({ code }) => code !== null).length

function sentenceFor(bulk: BulkDecision, mine: boolean): string {
  const { noun, decision, status, by, items } = bulk
  const count = items.length
  if (status === 'done') {
    const refused = refusedIn(bulk)
    const done = t(`approval.bulk.done.${decision}`, { count: count - refused })
    return refused === 0 ? `${done}.` : `${done}, ${t('approval.bulk.refused', { count: refused })}.`
  }
  const about = { count, items: t(`approval.bulk.items.${noun}`, { count }) }
  if (!mine) return t('approval.bulk.other', { ...about, name: by.name })
  return status === 'held' ? t(`approval.bulk.held.${decision}`, about) : t(`approval.bulk.running.${decision}`, about)
}

/** The time left, as a number and a shrinking line. Hidden from screen readers: a number each second would drown out all else. */
function Countdown({ runsAt }: { runsAt: string }) {
  // A wrong clock may shorten what is shown, but not the time to undo: the server decides that.
  const [ends] = useState(() => Date.now() + Math.min(Math.max(Date.parse(runsAt) - Date.now(), 0), limits.bulk.undoMs))
  const [left, setLeft] = useState(() => ends - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(ends - Date.now()), 200)
    return () => clearInterval(timer)
  }, [ends])
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <span className={`${css.countdown} aside tabular`} aria-hidden>
      {t('approval.bulk.seconds', { count: seconds })}
      <span className={css.line} style={{ scale: `${Math.max(0, left) / limits.bulk.undoMs} 1` }} />
    </span>
  )
}
