import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { type WaitingAdmin, waitingAdminsMax } from '#domain/transfer.ts'
import type { TransferRun } from '#domain/transfer-run.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { OneRun, RunStatusTag, summaryOf } from '#web/transfers/OneRun.tsx'
import { UploadExport } from '#web/transfers/UploadExport.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'

const refreshMs = { working: 1_000, otherwise: 10_000 }
const isWorking = ({ status }: TransferRun) => status === 'checking' || status === 'running'

/** Moving in from a former product: the import of its export (product §8). What another admin starts is shown, too. */
export function TransferPanel() {
  const queries = useQueryClient()
  const query = useQuery(
    rpc.transfers.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.runs.some(isWorking) ? refreshMs.working : refreshMs.otherwise),
    }),
  )
  const refetch = () => queries.invalidateQueries({ queryKey: rpc.transfers.key() })
  return (
    <DataState query={query}>
      {({ runs, waitingAdmins }) => {
        const [latest, ...earlier] = runs
        const isOpen = latest?.finishedAt === null
        return (
          <>
            <p className="muted measure">{t('transfers.lead')}</p>
            {/* The latest import stays in its place after its end. */}
            {latest && <OneRun key={latest.id} run={latest} />}
            {waitingAdmins.length > 0 && <WaitingAdmins people={waitingAdmins} />}
            {!isOpen && <UploadExport onArrived={refetch} />}
            <EarlierRuns runs={earlier} />
            <Panel title={t('transfers.export.title')}>
              <div className="stack">
                <p className="muted measure">{t('transfers.export.text')}</p>
                <Command text="npm run export -- /path/to/a/new/folder" />
              </div>
            </Panel>
          </>
        )
      }}
    </DataState>
  )
}

const said = { copied: t('transfers.export.copied'), byHand: t('transfers.export.byHand') }

/** A command for the shell, with a button that copies it. */
function Command({ text }: { text: string }) {
  const place = useRef<HTMLElement>(null)
  return (
    <div className="row center">
      <code ref={place} className="breaks">
        {text}
      </code>
      <Button onClick={() => void copyText(text, place.current, said)}>{t('transfers.export.copy')}</Button>
    </div>
  )
}

/** People who were admins in the former product. The page of each has the move that makes them one here. */
function WaitingAdmins({ people }: { people: readonly WaitingAdmin[] }) {
  const text = t('transfers.admins.text')
  const more = t('transfers.admins.more', { count: waitingAdminsMax })
  return (
    <Panel title={t('transfers.admins.title')} lead={people.length < waitingAdminsMax ? text : `${text} ${more}`} flush>
      <RowsTable
        className="breaks"
        rows={people}
        columns={[
          {
            label: t('fields.name'),
            className: 'wide-cell strong',
            bare: true,
            cell: ({ id, name }) => (
              <Link to="/admin/users/$id" params={{ id }} className="opens-row">
                {name}
              </Link>
            ),
          },
          { label: t('fields.email'), className: 'wide-cell', bare: true, cell: ({ email }) => email },
          { label: t('transfers.admins.since'), cell: ({ createdAt }) => <Day at={createdAt} /> },
        ]}
      />
    </Panel>
  )
}

/** Former imports, newest first; nothing without any. */
function EarlierRuns({ runs }: { runs: readonly TransferRun[] }) {
  if (runs.length === 0) return null
  return (
    <Panel title={t('transfers.earlier.title')} flush>
      <RowsTable
        wide
        rows={runs}
        columns={[
          { label: t('transfers.earlier.name'), className: 'wide-cell strong breaks', bare: true, cell: ({ name }) => name },
          { label: t('common.status'), cell: (run) => <RunStatusTag run={run} /> },
          {
            label: t('transfers.earlier.result'),
            className: 'wide-cell',
            bare: true,
            cell: (run) => (run.status === 'done' || run.status === 'checked' ? summaryOf(run) : run.problem),
          },
          { label: t('transfers.earlier.by'), cell: ({ by }) => by ?? t('transfers.earlier.byCommand') },
          { label: t('common.when'), cell: ({ createdAt }) => <Ago at={createdAt} /> },
          {
            label: t('transfers.run.report'),
            kind: 'unseen',
            cell: ({ id }) => (
              <a href={`/api/transfers/${encodeURIComponent(id)}/report.csv`} download>
                {t('transfers.earlier.report')}
              </a>
            ),
          },
        ]}
      />
    </Panel>
  )
}
