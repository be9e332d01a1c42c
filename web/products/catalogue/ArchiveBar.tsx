import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/products/catalogue/Catalogue.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

type Props = { rows: readonly ProductRow[]; selected: readonly ProductRow[]; select: (ids: ReadonlySet<string>) => void }

/** Selects the rows that are shown, and archives the selected ones. */
export function ArchiveBar({ rows, selected, select }: Props) {
  const [asking, setAsking] = useState<readonly ProductRow[] | null>(null)
  const count = selected.length
  return (
    <div className={`${css.select} row center`}>
      <label className="line gap-12 aside tabular">
        <input
          className="check"
          type="checkbox"
          checked={count > 0 && count === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < rows.length
          }}
          onChange={() => select(new Set(count > 0 ? [] : rows.map(({ id }) => id)))}
        />
        {count === 0 ? t('catalogue.selectAll', { count: rows.length }) : t('catalogue.selected', { count })}
      </label>
      {count > 0 && <Button onClick={() => setAsking(selected)}>{t('catalogue.archive.open', { count })}</Button>}
      {asking && (
        <ArchiveDialog
          products={asking}
          onClose={() => {
            setAsking(null)
            select(new Set())
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  )
}

type Result = { id: string; title: string; problem: string | null }
type DialogProps = { products: readonly ProductRow[]; onCancel: () => void; onClose: () => void }

/** Asks, archives one product after the other by the rule of a single one, and shows the result of each. */
function ArchiveDialog({ products, onCancel, onClose }: DialogProps) {
  const { results, state, begin, stop } = useArchive(products)
  const count = products.length
  const done = results.filter(({ problem }) => problem === null)
  const refused = results.filter(({ problem }) => problem !== null)
  if (state === 'asking') {
    return (
      <Dialog
        title={t('catalogue.archive.title', { count })}
        open
        onClose={onCancel}
        actions={
          <Button look="primary" onClick={() => void begin()}>
            {t('catalogue.archive.open', { count })}
          </Button>
        }
      >
        <p className="short-measure">{t('catalogue.archive.text')}</p>
      </Dialog>
    )
  }
  const running = state === 'running'
  return (
    <Dialog
      // Escape closes the dialog in the browser at once. The results are in one of their own, which opens all the same.
      key={running ? null : 'results'}
      title={t(running ? 'catalogue.archive.running' : 'catalogue.archive.results')}
      open
      onClose={running ? stop : onClose}
      dismiss={running ? <Button onClick={stop}>{t('catalogue.archive.stop')}</Button> : 'close'}
    >
      <div className="stack ink">
        {running && <ProgressBar label={t('catalogue.archive.running')} share={results.length / count} />}
        <p role="status">
          {[
            t('catalogue.archive.done', { count: done.length }),
            refused.length > 0 && t('catalogue.archive.refused', { count: refused.length }),
            !running && results.length < count && t('catalogue.archive.left', { count: count - results.length }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {refused.length > 0 && (
          <ul className="list ruled">
            {refused.map(({ id, title, problem }) => (
              <li key={id} className={css.result}>
                <p className="strong breaks">{title}</p>
                <p className="aside">{problem}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function useArchive(products: readonly ProductRow[]) {
  const queries = useQueryClient()
  const [results, setResults] = useState<readonly Result[]>([])
  const [state, setState] = useState<'asking' | 'running' | 'over'>('asking')
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const begin = async () => {
    setState('running')
    for (const { id, title } of products) {
      if (stopped.current) break
      const problem = await client.products.archive({ id }).then(() => null, problemOf)
      setResults((before) => [...before, { id, title, problem: problem?.message ?? null }])
      // Those that are left would all fail.
      if (problem?.code === 'offline' || problem?.code === 'not-signed-in') break
    }
    setState('over')
    void queries.invalidateQueries({ queryKey: rpc.products.key() })
  }
  return {
    results,
    state,
    begin,
    stop: () => {
      stopped.current = true
    },
  }
}
