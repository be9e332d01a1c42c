import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { ProductImport } from '#domain/product-import.ts'
import { shown } from '#web/imports/shown.ts'
import { uploadCsv } from '#web/imports/upload-csv.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { FileDrop } from '#web/platform/uploads/FileDrop.tsx'
import { UploadProgress } from '#web/platform/uploads/UploadProgress.tsx'
import { useOneUpload } from '#web/platform/uploads/use-one-upload.ts'
import IconFileSpreadsheet from '#web/ui/icons/IconFileSpreadsheet.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const limitsShown = { megabytes: limits.import.bytesMax / (1024 * 1024), rows: shown(limits.import.rowsMax) }

/** Chooses a file and uploads it at once. */
export function ChooseFile({ onArrived }: { onArrived: (arrived: ProductImport) => void }) {
  const { sending, begin, isRunning, cancel } = useOneUpload({ resumes: false })
  const [problem, setProblem] = useState<string | null>(null)
  const send = (file: File | undefined) => {
    if (!file || isRunning()) return
    setProblem(null)
    begin(
      file,
      (about) => uploadCsv(file, about).then(onArrived),
      (error) => setProblem(error instanceof Error ? error.message : problemOf(error).message),
    )
  }
  return (
    <Panel title={t('imports.choose.title')}>
      <div className="stack">
        {problem && <Note tone="bad">{problem}</Note>}
        {sending ? (
          <UploadProgress sending={sending} onCancel={cancel} />
        ) : (
          <FileDrop
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            label={t('imports.choose.label')}
            icon={<IconFileSpreadsheet size={22} stroke={1.6} />}
            drop={t('imports.choose.drop')}
            hint={t('imports.choose.hint', limitsShown)}
            onFile={send}
          />
        )}
      </div>
    </Panel>
  )
}
