import { useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { ProductImport } from '#domain/product-import.ts'
import { shown } from '#web/imports/shown.ts'
import { uploadCsv } from '#web/imports/upload-csv.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { Button } from '#web/ui/Button.tsx'
import zone from '#web/ui/DropZone.module.css'
import IconFileSpreadsheet from '#web/ui/icons/IconFileSpreadsheet.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { useDrop } from '#web/ui/use-drop.ts'

const limitsShown = { megabytes: limits.import.bytesMax / (1024 * 1024), rows: shown(limits.import.rowsMax) }

/** Chooses a file and uploads it at once. */
export function ChooseFile({ onArrived }: { onArrived: (arrived: ProductImport) => void }) {
  const { sending, problem, send, cancel } = useUpload(onArrived)
  const drop = useDrop((files) => send(files[0]))
  return (
    <Panel title={t('imports.choose.title')}>
      <div className="stack">
        {problem && <Note tone="bad">{problem}</Note>}
        {sending ? (
          <div className="stack">
            <p aria-live="polite">{t('imports.choose.uploading', { name: sending.name, percent: Math.floor(sending.share * 100) })}</p>
            <ProgressBar label={sending.name} share={sending.share} />
            <div className="row">
              <Button onClick={cancel}>{t('imports.choose.cancel')}</Button>
            </div>
          </div>
        ) : (
          <label className={`${zone.zone} flags ring-within tints`} {...drop}>
            <input
              className="visually-hidden"
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
              aria-label={t('imports.choose.label')}
              onChange={({ target }) => {
                send(target.files?.[0])
                // Allows the same file, once corrected, to be chosen again.
                target.value = ''
              }}
            />
            <IconFileSpreadsheet size={22} stroke={1.6} />
            <span>
              {t('imports.choose.drop')} <span className="accent strong">{t('imports.choose.button')}</span>
            </span>
            <span className="small">{t('imports.choose.hint', limitsShown)}</span>
          </label>
        )}
      </div>
    </Panel>
  )
}

function useUpload(onArrived: (arrived: ProductImport) => void) {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  // Leaving the page cancels the upload.
  useEffect(() => () => running.current?.abort(), [])
  const send = (file: File | undefined) => {
    if (!file || running.current) return
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    setSending({ name: file.name, share: 0 })
    uploadCsv(file, { signal: controller.signal, onProgress: (share) => setSending({ name: file.name, share }) })
      .then(onArrived)
      .catch((error: unknown) => controller.signal.aborted || setProblem(error instanceof Error ? error.message : problemOf(error).message))
      .finally(() => {
        running.current = null
        setSending(null)
      })
  }
  return { sending, problem, send, cancel: () => running.current?.abort() }
}
