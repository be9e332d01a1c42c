import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BackupStatus } from '#contract/backups.ts'
import { limits } from '#domain/limits.ts'
import { backupRhythms } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { weekdays } from '#web/settings/BusinessHours.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { SettingProblem, useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { momentIn } from '#web/ui/time.ts'
import { toast } from '#web/ui/toasts.ts'

/** When backups are made and where, and what became of the last one. */
export function Backups() {
  const query = useQuery(
    rpc.backups.status.queryOptions({ staleTime: 0, refetchInterval: ({ state }) => (state.data?.running ? 2_000 : 15_000) }),
  )
  return (
    <Panel title={t('settings.section.backups')} actions={query.data?.isEmbedded && <NowButton status={query.data} />}>
      <DataState query={query}>
        {(status) => (status.isEmbedded ? <EmbeddedBackups status={status} /> : <p className="muted measure">{t('backups.elsewhere')}</p>)}
      </DataState>
    </Panel>
  )
}

function EmbeddedBackups({ status }: { status: BackupStatus }) {
  const { timeZone } = useMarketplace()
  const { value, set, text, number, choice } = useSettingsDraft()
  const { backupEvery, backupDay } = value
  return (
    <div className={css.fields}>
      <p className="muted measure">{t('backups.text')}</p>
      <Result status={status} />
      <Choice
        {...choice('backupEvery')}
        legend={t('backups.every')}
        options={backupRhythms.map((rhythm) => ({ value: rhythm, label: t(`backups.rhythms.${rhythm}`) }))}
      />
      <SettingProblem of="backupEvery" />
      {backupEvery === 'weekly' && (
        <Select
          name="backupDay"
          label={t('backups.day')}
          value={String(backupDay)}
          options={weekdays.map(({ day, name }) => ({ value: String(day), label: name }))}
          onChange={({ target }) => set({ backupDay: Number(target.value) })}
        />
      )}
      {backupEvery !== 'off' && (
        <Field {...text('backupAt')} type="time" label={t('backups.at')} hint={t('backups.atHint', { zone: timeZone })} />
      )}
      {/* Also without a schedule: "Back up now", the command and the check of the last backup use it. */}
      <Field
        {...text('backupFolder')}
        label={t('backups.folder')}
        hint={t('backups.folderHint')}
        placeholder={status.folder}
        maxLength={limits.backup.folderMax}
      />
      {backupEvery !== 'off' && <Field {...number('backupKeep', limits.backup.keepMax, 1)} hint={t('backups.keepHint')} />}
    </div>
  )
}

function Result({ status: { last, verified, failure, running, next, folder } }: { status: BackupStatus }) {
  const { timeZone } = useMarketplace()
  return (
    <>
      {failure && <Note tone="bad">{t('backups.failed', { at: momentIn(failure.at, timeZone), reason: failure.message })}</Note>}
      {last && last.lost > 0 && <Note tone="warn">{t('backups.lost', { count: last.lost })}</Note>}
      {verified && !verified.ok && (
        <Note tone="bad">{t('backups.damaged', { at: momentIn(verified.at, timeZone), folder: `${folder}/${verified.name}` })}</Note>
      )}
      {last && !verified && <Note tone="warn">{t('backups.verify', { folder: `${folder}/${last.name}` })}</Note>}
      {running && <Note>{t('backups.running')}</Note>}
      <Facts
        facts={[
          [t('backups.last'), last ? momentIn(last.at, timeZone) : t('backups.none')],
          last && [t('backups.content'), contentOf(last)],
          last && [t('backups.place'), `${folder}/${last.name}`],
          last && [t('backups.verified'), verified ? verifiedOf(verified, last, timeZone) : t('common.never')],
          next && [t('backups.next'), momentIn(next, timeZone)],
        ]}
      />
    </>
  )
}

/** When a backup was verified, and which if it is not the last one. */
function verifiedOf({ at, name }: { at: string; name: string }, last: { name: string }, timeZone: string): string {
  const moment = momentIn(at, timeZone)
  return name === last.name ? moment : t('backups.verifiedEarlier', { at: moment, name })
}

/** Has a backup made at once, and reports it when it is whole; a failure is shown below. */
function NowButton({ status: { running, ...status } }: { status: BackupStatus }) {
  const last = status.last?.at
  const failure = status.failure?.at
  /** The last backup and failure before the backup that was asked for. */
  const [before, setBefore] = useState<{ last: string | undefined; failure: string | undefined } | null>(null)
  const make = useAct({ send: () => client.backups.make(), done: () => setBefore({ last, failure }), stale: rpc.backups.key() })
  useEffect(() => {
    if (!before || (last === before.last && failure === before.failure)) return
    setBefore(null)
    if (last !== before.last) toast(t('backups.made'))
  }, [before, last, failure])
  // A backup that ends without a result, such as when Backstall stops, is not reported later either.
  useEffect(() => (running ? () => setBefore(null) : undefined), [running])
  return (
    <Button busy={running || make.isPending} onClick={() => make.once()}>
      {t('backups.now')}
    </Button>
  )
}

const contentOf = ({ files, bytes }: { files: number; bytes: number }) => t('backups.files', { count: files, size: sizeOf(bytes) })

/** A size in the unit that suits it, such as "1.2 GB". */
function sizeOf(bytes: number): string {
  const at = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), 4)
  const unit = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'][at]
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1000 ** at)
}
