import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import type { OpenedImport, ProductImport } from '#domain/product-import.ts'
import css from '#web/imports/ImportPage.module.css'
import { importPlaces } from '#web/imports/import-places.ts'
import { Preview } from '#web/imports/Preview.tsx'
import { Problems } from '#web/imports/Problems.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useAct } from '#web/platform/queries/use-act.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { ImportStatusTag } from '#web/transfers/ImportStatusTag.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'

/** How often progress is polled without live hints, in milliseconds. */
const pollMs = 3_000
/** How many new categories are named. */
const categoriesShown = 20
/** The work in progress; null if there is none. */
const workOn = ({ status }: ProductImport) => (status === 'checking' || status === 'running' ? status : null)

/** One import: the result of the dry run, confirmation, progress, outcome. */
export function OneImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const query = useQuery(
    rpc.imports.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data && workOn(state.data) ? pollMs : false),
    }),
  )
  const isNotFound = query.isError && problemOf(query.error).code === 'not-found'
  if (isNotFound) return <Note action={<Button onClick={onLeave}>{t('imports.another')}</Button>}>{t('imports.notFound')}</Note>
  return <DataState query={query}>{(one) => <Shown one={one} onLeave={onLeave} />}</DataState>
}

function Shown({ one, onLeave }: { one: OpenedImport; onLeave: () => void }) {
  const { name, rows, done, waiting, finishedAt, ignored, problems, newCategories = [] } = one
  const working = workOn(one)
  const fileProblems = problems.filter(({ row }) => row === 0)
  return (
    <div className="stack">
      <Panel title={name} actions={<ImportStatusTag of={one} />}>
        <div className="stack">
          <div className="stack" aria-live="polite">
            {fileProblems.map(({ message }) => (
              <Note key={message} tone="bad">
                {message}
              </Note>
            ))}
            {working ? <p className="visually-hidden">{t(`imports.announced.${working}`, { name })}</p> : <p>{outcomeOf(one)}</p>}
          </div>
          {working && (
            <>
              {/* Not announced, because the numbers change several times a second. */}
              <p>{t(`imports.working.${working}`, { name, done, rows })}</p>
              <ProgressBar label={t(`imports.status.${working}`)} share={rows === 0 ? 0 : done / rows} />
            </>
          )}
          <Counts one={one} />
          {waiting > 0 && <Note>{t(finishedAt === null ? 'imports.waiting' : 'imports.inReview', { count: waiting })}</Note>}
          {newCategories.length > 0 && <Note>{textOf(newCategories)}</Note>}
          {ignored.length > 0 && <Note tone="warn">{t('imports.ignored', { count: ignored.length, names: ignored.join(', ') })}</Note>}
          <Actions one={one} onLeave={onLeave} />
        </div>
      </Panel>
      <Problems of={one} />
      <Preview of={one} />
    </div>
  )
}

function textOf(categories: readonly string[]): string {
  const { length: count } = categories
  const names = categories.slice(0, categoriesShown).join(', ')
  const max = limits.import.categoriesMax
  if (count > max) return t('imports.manyCategories', { max, names })
  const more = count - categoriesShown
  return t('imports.newCategories', { count, names: more > 0 ? t('imports.someNames', { names, more }) : names })
}

function outcomeOf({ noun, status, created, updated }: ProductImport): string {
  const some = created + updated > 0
  if (status === 'checked') return t(some ? 'imports.result.checked' : `imports.${noun}.nothing`)
  if (status === 'done') return t(some ? `imports.${noun}.done` : `imports.${noun}.doneNothing`)
  if (status === 'failed') return t('imports.result.failed')
  return t(some ? 'imports.result.cancelled' : 'imports.result.cancelledBefore')
}

/** The counted outcomes with their labels; a file never changes an order. */
const counted = {
  products: [
    ['created', t('imports.products.created')],
    ['updated', t('transfers.outcomes.updated')],
    ['unchanged', t('transfers.outcomes.unchanged')],
    ['failed', t('imports.failed')],
  ],
  orders: [
    ['created', t('imports.orders.created')],
    ['unchanged', t('imports.orders.unchanged')],
    ['failed', t('imports.failed')],
  ],
} as const

function Counts({ one }: { one: ProductImport }) {
  return (
    <dl className={css.counts}>
      {counted[one.noun].map(([kind, name]) => (
        <div key={kind} className={`${css.count} boxed`}>
          <dt className="aside">{name}</dt>
          <dd className={kind === 'failed' && one.failed > 0 ? 'bad' : undefined}>{shownNumber(one[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * The button that ends an import comes first and has one width in every state, so that the confirmation never appears under a pointer that
 * is about to cancel. The second half of a double click is ignored, because it was aimed at the former content.
 */
function Actions({ one, onLeave }: { one: ProductImport; onLeave: () => void }) {
  const queries = useQueryClient()
  const { id } = one
  const { once, isPending } = useAct({
    send: (move: 'run' | 'cancel') => client.imports[move]({ id }),
    done: (fresh) => queries.setQueryData(rpc.imports.get.queryKey({ input: { id } }), fresh),
    stale: rpc.imports.key(),
  })
  const count = one.created + one.updated
  if (workOn(one) || one.status === 'checked') {
    return (
      <div className={`${css.actions} row`}>
        <Button busy={isPending} onClick={({ detail }) => detail < 2 && once('cancel')}>
          {t(one.status === 'checked' ? 'imports.discard' : 'transfers.run.cancel')}
        </Button>
        {one.status === 'checked' && count > 0 && (
          <Button look="primary" busy={isPending} onClick={({ detail }) => detail < 2 && once('run')}>
            {t(`imports.${one.noun}.go`, { count })}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className={`${css.actions} row`}>
      <Link
        to={importPlaces[one.noun].list}
        className={buttonClass('primary')}
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {t(`imports.${one.noun}.back`)}
      </Link>
      <Button onClick={({ detail }) => detail < 2 && onLeave()}>{t('imports.another')}</Button>
    </div>
  )
}
