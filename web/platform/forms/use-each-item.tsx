import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { eachItem, type Failures } from '#web/platform/queries/each-item.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { toast } from '#web/ui/toasts.ts'

type Item = { id: string }

/**
 * The bulk action of a dialog, as `eachItem`. `state` is its progress, then each item that failed with the reason. Closing the dialog leaves the
 * items that were not begun: `dismiss`, its first button, says so meanwhile, and a toast tells afterwards how many are left.
 */
export function useEachItem(nameOf: (id: string) => string, onClose: () => void, failedBefore: Failures = new Map()) {
  const [failures, setFailures] = useState<Failures>(new Map())
  const [share, setShare] = useState<number | null>(null)
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  const run = async <One extends Item>(items: readonly One[], call: (item: One) => Promise<unknown>): Promise<Failures> => {
    let finished = 0
    setShare(0)
    const onFinished = () => setShare(++finished / items.length)
    const left = await eachItem(items, call, { isStopped: () => isClosed.current, onFinished }).finally(() => setShare(null))
    setFailures(left)
    if (isClosed.current && left.size > 0) {
      const refused = [...left].filter(([, why]) => why !== t('common.select.stopped')).map(([id, why]) => `${nameOf(id)}: ${why}`)
      toast([t('common.select.left', { count: left.size }), ...refused].join(' '), 'bad')
    }
    return left
  }
  const all = new Map([...failures, ...failedBefore])
  const state: ReactNode =
    share === null ? <ItemFailures failures={all} nameOf={nameOf} /> : <ProgressBar label={t('common.progress')} share={share} />
  const dismiss = share === null ? undefined : <Button onClick={onClose}>{t('common.stop')}</Button>
  return { run, state, dismiss }
}

function ItemFailures({ failures, nameOf }: { failures: Failures; nameOf: (id: string) => string }) {
  if (failures.size === 0) return null
  return (
    <Note tone="bad">
      <p>{t('common.select.failed', { count: failures.size })}</p>
      <ul>
        {[...failures].map(([id, message]) => (
          <li key={id}>
            <b>{nameOf(id)}</b>: {message}
          </li>
        ))}
      </ul>
    </Note>
  )
}
