import { useEffect, useRef, useState } from 'react'
import { errors } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { TransferRun } from '#domain/transfer-run.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { inBrowser, type UploadAbout, UploadError, uploadFile } from '#web/platform/uploads/upload-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import zone from '#web/ui/DropZone.module.css'
import IconArchive from '#web/ui/icons/IconArchive.tsx'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { useDrop } from '#web/ui/use-drop.ts'

/** Chooses the archive of an export and uploads it at once; its dry run follows. */
export function UploadExport({ onArrived }: { onArrived: () => unknown }) {
  const [units, setUnits] = useState<'minor' | 'major'>('minor')
  const { sending, problem, send, cancel } = useUpload(onArrived)
  const choose = (file: File | undefined) => send(file, units === 'major')
  const drop = useDrop((files) => choose(files[0]))
  return (
    <Panel title={t('transfers.upload.title')}>
      <div className="stack">
        {problem && <Note tone="bad">{problem}</Note>}
        {sending ? (
          <>
            <LeaveGuard dirty={() => true} text={() => t('transfers.upload.leave')} />
            <p aria-live="polite">
              {t(sending.waits ? 'transfers.upload.waits' : 'transfers.upload.sending', {
                name: sending.name,
                percent: Math.floor(sending.share * 100),
              })}
            </p>
            <ProgressBar label={sending.name} share={sending.share} />
            <div className="row">
              <Button onClick={cancel}>{t('transfers.upload.cancel')}</Button>
            </div>
          </>
        ) : (
          <>
            <Choice
              legend={t('transfers.units.legend')}
              name="units"
              value={units}
              onChoose={setUnits}
              options={[
                { value: 'minor', label: t('transfers.units.minor'), text: t('transfers.units.minorText') },
                { value: 'major', label: t('transfers.units.major'), text: t('transfers.units.majorText') },
              ]}
            />
            <label className={`${zone.zone} flags ring-within tints`} {...drop}>
              <input
                className="visually-hidden"
                type="file"
                accept=".zip,.tar,.tgz,.gz,application/zip,application/gzip,application/x-tar"
                aria-label={t('transfers.upload.label')}
                onChange={({ target }) => {
                  choose(target.files?.[0])
                  // Allows the same file to be chosen again.
                  target.value = ''
                }}
              />
              <IconArchive size={22} stroke={1.6} />
              <span>
                {t('transfers.upload.drop')} <span className="accent strong">{t('transfers.upload.button')}</span>
              </span>
              <span className="small">{t('transfers.upload.hint')}</span>
            </label>
          </>
        )}
      </div>
    </Panel>
  )
}

type Sending = { name: string; share: number; waits: boolean }

function useUpload(onArrived: () => unknown) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  // Leaving the page cancels the upload.
  useEffect(() => () => running.current?.abort(), [])
  const send = (file: File | undefined, majorUnits: boolean) => {
    if (!file || running.current) return
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    const show = (part: Partial<Sending>) => setSending((former) => ({ name: file.name, share: 0, waits: false, ...former, ...part }))
    show({ waits: !navigator.onLine })
    uploadArchive(file, {
      majorUnits,
      signal: controller.signal,
      onProgress: (share) => show({ share, waits: false }),
      onPause: () => show({ waits: true }),
    })
      .then(onArrived)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setProblem(error instanceof UploadError ? error.message : problemOf(error).message)
      })
      .finally(() => {
        running.current = null
        setSending(null)
      })
  }
  return { sending, problem, send, cancel: () => running.current?.abort() }
}

/**
 * Uploads the archive of an export. After a break it continues where it was, and so it does when the same file is chosen again after a
 * reload: its first key is made of the file. It has no checksum, as browsers compute one only of a file in memory; archives have their own.
 */
async function uploadArchive(file: File, { majorUnits, ...about }: UploadAbout & { majorUnits: boolean }): Promise<TransferRun> {
  if (file.size > limits.archive.bytesMax) throw new UploadError('archive-too-large', errors['archive-too-large'].message, { again: false })
  const url = `/api/transfers?name=${encodeURIComponent(file.name)}${majorUnits ? '&majorUnits=true' : ''}`
  const keys = [`archive-${file.size}-${file.lastModified}-${majorUnits}`]
  return uploadFile(url, file, (body) => TransferRun.parse(body), about, {
    ...inBrowser,
    budgetMs: limits.archive.budgetMs,
    newKey: () => keys.pop() ?? newKey(),
    digest: async () => null,
    sizeOf: async () => null,
  })
}
