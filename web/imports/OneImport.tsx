import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductImport } from '#domain/product-import.ts'
import { DataState } from '#web/app/DataState.tsx'
import { problemOf } from '#web/app/problem.ts'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/imports/ImportPage.module.css'
import { ImportStatusTag } from '#web/imports/ImportStatusTag.tsx'
import { Problems } from '#web/imports/Problems.tsx'
import { shown } from '#web/imports/shown.ts'
import { t } from '#web/messages/messages.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Also where live news do not arrive, progress is seen this often, in milliseconds. */
const lookAgainMs = 3_000
const works = ({ status }: ProductImport) => status === 'checking' || status === 'running'

/** One file on its way: what was found, the go-ahead, how far it has come, what became of it. */
export function OneImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const query = useQuery(
    rpc.imports.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data && works(state.data) ? lookAgainMs : false),
    }),
  )
  const isGone = query.isError && problemOf(query.error).code === 'not-found'
  if (isGone) return <Note action={<Button onClick={onLeave}>{t('imports.another')}</Button>}>{t('imports.notFound')}</Note>
  return <DataState query={query}>{(one) => <Shown one={one} onLeave={onLeave} />}</DataState>
}

function Shown({ one, onLeave }: { one: ProductImport; onLeave: () => void }) {
  const { name, status, rows, done, ignored, problems } = one
  const whole = problems.filter(({ row }) => row === 0)
  return (
    <div className={css.page}>
      <Panel title={name} actions={<ImportStatusTag status={status} />}>
        <div className={css.stack}>
          <div className={css.stack} aria-live="polite">
            {whole.map(({ message }) => (
              <Note key={message} tone="bad">
                {message}
              </Note>
            ))}
            <p>
              {works(one)
                ? t(`imports.${status as 'checking' | 'running'}`, { name, done: shown(done), rows: shown(rows) })
                : outcomeOf(one)}
            </p>
          </div>
          {works(one) && <ProgressBar label={t(`imports.status.${status}`)} share={rows === 0 ? 0 : done / rows} />}
          <Counts one={one} />
          {ignored.length > 0 && <Note tone="warn">{t('imports.ignored', { count: ignored.length, names: ignored.join(', ') })}</Note>}
          <Actions one={one} onLeave={onLeave} />
        </div>
      </Panel>
      <Problems of={one} />
    </div>
  )
}

function outcomeOf({ status, created, updated }: ProductImport): string {
  const some = created + updated > 0
  if (status === 'checked') return t(some ? 'imports.result.checked' : 'imports.result.nothing')
  if (status === 'done') return t(some ? 'imports.result.done' : 'imports.result.doneNothing')
  if (status === 'failed') return t('imports.result.failed')
  return t(some ? 'imports.result.cancelled' : 'imports.result.cancelledBefore')
}

const kinds = ['created', 'updated', 'unchanged', 'failed'] as const

function Counts({ one }: { one: ProductImport }) {
  return (
    <dl className={css.counts}>
      {kinds.map((kind) => (
        <div key={kind} className={css.count} data-bad={(kind === 'failed' && one.failed > 0) || undefined}>
          <dt>{t(`imports.counts.${kind}`)}</dt>
          <dd>{shown(one[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ one, onLeave }: { one: ProductImport; onLeave: () => void }) {
  const { run, cancel } = useImportMoves(one.id)
  const busy = run.isPending || cancel.isPending
  const count = one.created + one.updated
  if (works(one) || one.status === 'checked') {
    return (
      <div className={css.actions}>
        {one.status === 'checked' && count > 0 && (
          <Button look="primary" busy={busy} onClick={() => run.mutate({ id: one.id })}>
            {t('imports.go', { count, shown: shown(count) })}
          </Button>
        )}
        <Button busy={busy} onClick={() => cancel.mutate({ id: one.id })}>
          {t(one.status === 'checked' ? 'imports.discard' : 'imports.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <div className={css.actions}>
      <Link to="/seller/products" className={buttonClass('primary')}>
        {t('imports.toProducts')}
      </Link>
      <Button onClick={onLeave}>{t('imports.another')}</Button>
    </div>
  )
}

function useImportMoves(id: string) {
  const queries = useQueryClient()
  const about = {
    onSuccess: (fresh: ProductImport) => queries.setQueryData(rpc.imports.get.queryKey({ input: { id } }), fresh),
    onError: (error: unknown) => toast(problemOf(error).message, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: rpc.imports.key() }),
  }
  return {
    run: useMutation(rpc.imports.run.mutationOptions(about)),
    cancel: useMutation(rpc.imports.cancel.mutationOptions(about)),
  }
}
