import { useState } from 'react'
import { type Finding, type TransferCounts, transferParts } from '#domain/transfer.ts'
import type { TransferRun } from '#domain/transfer-run.ts'
import { checkProof, type Proof, ProofFields, proofFields, proofIn, useProof } from '#web/account/Proof.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { ImportStatusTag } from '#web/transfers/ImportStatusTag.tsx'
import css from '#web/transfers/OneRun.module.css'
import { ProblemsTable } from '#web/transfers/ProblemsTable.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'
import { RowsTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { momentIn } from '#web/ui/time.ts'

const outcomes = ['created', 'updated', 'unchanged', 'kept', 'rejected'] as const satisfies (keyof TransferCounts)[]
/** Outcomes whose zero says something. */
const alwaysShown: readonly (keyof TransferCounts)[] = ['read', 'created', 'rejected']

/** The number of records of a run with one outcome. */
const totalOf = ({ progress }: TransferRun, outcome: keyof TransferCounts): number =>
  Object.values(progress.counts).reduce((sum, counts) => sum + (counts?.[outcome] ?? 0), 0)

/** What became of the records, in a sentence. */
export const summaryOf = (run: TransferRun): string =>
  t('transfers.run.summary', {
    created: totalOf(run, 'created'),
    updated: totalOf(run, 'updated'),
    unchanged: totalOf(run, 'unchanged'),
    kept: totalOf(run, 'kept'),
    rejected: totalOf(run, 'rejected'),
  })

/** Whether this was a dry run by the command, which no import follows. */
const isDryRun = ({ status, finishedAt }: TransferRun): boolean => status === 'checked' && finishedAt !== null

/** The status of an import as a tag. */
export const RunStatusTag = ({ run }: { run: TransferRun }) =>
  isDryRun(run) ? <Tag tone="grey">{t('transfers.run.dryRunTag')}</Tag> : <ImportStatusTag of={{ status: run.status }} />

/** One import: its dry run, the confirmation, the progress and the outcome, per collection. */
export function OneRun({ run }: { run: TransferRun }) {
  const { id, name, by, status, majorUnits, progress, problem, createdAt } = run
  const { timeZone } = useMarketplace()
  const works = status === 'checking' || status === 'running'
  const isNothing = status === 'checked' && totalOf(run, 'created') + totalOf(run, 'updated') === 0
  const rows = transferParts.flatMap((part) => {
    const counts = progress.counts[part]
    return counts && counts.read > 0 ? [{ id: part, ...counts }] : []
  })
  // A column of zeros says nothing, except that nothing is new or rejected.
  const columns = (['read', ...outcomes] as const).filter(
    (outcome) => alwaysShown.includes(outcome) || rows.some((row) => row[outcome] > 0),
  )
  return (
    <>
      <Panel title={name} actions={<RunStatusTag run={run} />}>
        <div className="stack">
          <div aria-live="polite">
            {problem ? (
              <Note tone="bad">{problem}</Note>
            ) : (
              <p className="measure">
                {t(isDryRun(run) ? 'transfers.run.dryRun' : isNothing ? 'transfers.run.nothing' : `transfers.run.text.${status}`)}
              </p>
            )}
          </div>
          {works && (
            <>
              <ProgressBar label={t(`imports.status.${status}`)} />
              {/* Not announced, because the number changes every second. */}
              <p>
                {progress.at
                  ? t('transfers.run.at', {
                      part: t(`transfers.parts.${progress.at}`),
                      read: progress.counts[progress.at]?.read ?? 0,
                    })
                  : t('transfers.run.unpacking')}
              </p>
            </>
          )}
          {rows.length > 0 && (
            <div className={css.counts}>
              <RowsTable
                wide
                rows={rows}
                columns={[
                  { label: t('transfers.run.part'), className: 'strong', bare: true, cell: (row) => t(`transfers.parts.${row.id}`) },
                  ...columns.map((outcome) => ({
                    label: t(`transfers.outcomes.${outcome}`),
                    kind: 'number' as const,
                    className: 'only-filled',
                    // Of an account, only whether it was read says something: the rest is counted with its person.
                    cell: (row: (typeof rows)[number]) =>
                      row[outcome] === 0 && (row.id === 'auth' || !alwaysShown.includes(outcome)) ? null : (
                        <span className={outcome === 'rejected' && row.rejected > 0 ? 'bad' : undefined}>{shownNumber(row[outcome])}</span>
                      ),
                  })),
                ]}
              />
            </div>
          )}
          <p className="muted">
            {by === null
              ? t('transfers.run.aboutCommand', { at: momentIn(createdAt, timeZone) })
              : t('transfers.run.about', { name: by, at: momentIn(createdAt, timeZone) })}{' '}
            {t(majorUnits ? 'transfers.run.major' : 'transfers.run.minor')}
          </p>
          <RunActions run={run} report={rows.length > 0 && !works ? `/api/transfers/${encodeURIComponent(id)}/report.csv` : null} />
        </div>
      </Panel>
      <Rejected run={run} />
    </>
  )
}

/** The first rejected records of each part, and why; nothing without any. */
function Rejected({ run }: { run: TransferRun }) {
  const all = totalOf(run, 'rejected')
  const records = [...Map.groupBy(run.progress.rejected ?? [], ({ collection, line, id }) => JSON.stringify([collection, line, id]))]
  if (records.length === 0) return null
  return (
    <Panel
      title={t('transfers.rejected.title')}
      lead={all > records.length ? t('transfers.rejected.more', { shown: records.length, all }) : t('transfers.rejected.all')}
      flush
    >
      <ProblemsTable
        label={t('transfers.rejected.record')}
        whole={t('transfers.rejected.whole')}
        refused={records.map(([key, problems]) => ({ key, name: <Place of={problems[0] as Finding} />, problems }))}
      />
    </Panel>
  )
}

/** Where a record is in the export. */
const Place = ({ of: { collection, line, id } }: { of: Finding }) => (
  <span className={css.place}>
    {t(`transfers.parts.${collection}`)}
    {line !== null && `, ${t('transfers.rejected.line', { line })}`}
    {id !== null && <code className="block aside">{id}</code>}
  </span>
)

/** Words for ending a run that is not importing yet. */
const endWords: Partial<Record<TransferRun['status'], 'cancelCheck' | 'discard'>> = { checking: 'cancelCheck', checked: 'discard' }

function RunActions({ run, report }: { run: TransferRun; report: string | null }) {
  const [confirming, setConfirming] = useState(false)
  const cancel = useAct({ send: () => client.transfers.cancel({ id: run.id }), stale: rpc.transfers.key() })
  const isOpen = run.finishedAt === null
  const count = totalOf(run, 'created') + totalOf(run, 'updated')
  if (!isOpen && !report) return null
  return (
    <div className="row">
      {isOpen && (
        <Button busy={cancel.isPending} onClick={({ detail }) => detail < 2 && cancel.once()}>
          {t(`transfers.run.${endWords[run.status] ?? 'cancel'}`)}
        </Button>
      )}
      {isOpen && run.status === 'checked' && count > 0 && (
        <Button look="primary" onClick={({ detail }) => detail < 2 && setConfirming(true)}>
          {t('transfers.run.import', { count })}
        </Button>
      )}
      {report && (
        <a className={buttonClass()} href={report} download>
          {t('transfers.run.report')}
        </a>
      )}
      {confirming && <ConfirmImport run={run} count={count} onClose={() => setConfirming(false)} />}
    </div>
  )
}

/** Says what the import will do, and asks who does it. */
function ConfirmImport({ run, count, onClose }: { run: TransferRun; count: number; onClose: () => void }) {
  const proof = useProof()
  return (
    <FormDialog
      title={t('transfers.confirm.title')}
      text={t('transfers.confirm.text', { count })}
      onClose={onClose}
      submit={t('transfers.run.import', { count })}
      fields={proofFields}
      check={checkProof}
      send={(values: Proof) => proof.sending(client.transfers.run({ id: run.id, ...proofIn(values) }))}
      stale={rpc.transfers.key()}
      report={() => t('transfers.confirm.started')}
    >
      <ul>
        <li>{t('transfers.confirm.quiet')}</li>
        <li>{t('transfers.confirm.kept')}</li>
        {totalOf(run, 'rejected') > 0 && <li>{t('transfers.confirm.rejected', { count: totalOf(run, 'rejected') })}</li>}
      </ul>
      <ProofFields proof={proof} />
    </FormDialog>
  )
}
