import type { TransferRun } from '#domain/transfer-run.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { RunStatusTag, summaryOf } from '#web/transfers/OneRun.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** Former imports, newest first; nothing without any. */
export function EarlierRuns({ runs }: { runs: readonly TransferRun[] }) {
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
