import { useState } from 'react'
import { errors } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { TransferRun } from '#domain/transfer-run.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { FileDrop } from '#web/platform/uploads/FileDrop.tsx'
import { inBrowser, type UploadAbout, UploadError, uploadFile } from '#web/platform/uploads/upload-file.ts'
import { Choice } from '#web/ui/Choice.tsx'
import IconArchive from '#web/ui/icons/IconArchive.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Chooses the archive of an export and uploads it at once; its dry run follows. */
export function UploadExport({ onArrived }: { onArrived: () => unknown }) {
  const [units, setUnits] = useState<'minor' | 'major'>('minor')
  return (
    <Panel title={t('transfers.upload.title')}>
      <FileDrop
        accept=".zip,.tar,.tgz,.gz,application/zip,application/gzip,application/x-tar"
        label={t('transfers.upload.label')}
        icon={<IconArchive size={22} stroke={1.6} />}
        drop={t('transfers.upload.drop')}
        hint={t('transfers.upload.hint', { gigabytes: limits.archive.bytesMax / 1_000_000_000 })}
        resumes
        upload={(file, about) => uploadArchive(file, { ...about, majorUnits: units === 'major' }).then(onArrived)}
        leaveText={t('transfers.upload.leave')}
      >
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
      </FileDrop>
    </Panel>
  )
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
