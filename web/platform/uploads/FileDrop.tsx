import { type ReactNode, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { UploadProgress } from '#web/platform/uploads/UploadProgress.tsx'
import { type UploadAbout, UploadError } from '#web/platform/uploads/upload-file.ts'
import { useOneUpload } from '#web/platform/uploads/use-one-upload.ts'
import zone from '#web/ui/DropZone.module.css'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useDrop } from '#web/ui/use-drop.ts'

type Props = {
  accept: string
  label: string
  icon: ReactNode
  drop: string
  hint: string
  /** The upload waits for the network. */
  resumes: boolean
  upload: (file: File, about: UploadAbout) => Promise<unknown>
  /** Asked before a person leaves the upload. */
  leaveText?: string
  /** What is chosen before the file. */
  children?: ReactNode
}

/** A place to drop one file on, or to choose it; it is uploaded at once. */
export function FileDrop({ accept, label, icon, drop, hint, resumes, upload, leaveText, children }: Props) {
  const { sending, begin, isRunning, cancel } = useOneUpload({ resumes })
  const [problem, setProblem] = useState<string | null>(null)
  const send = (file: File | undefined) => {
    if (!file || isRunning()) return
    setProblem(null)
    begin(
      file,
      (about) => upload(file, about),
      (error) => setProblem(error instanceof UploadError ? error.message : problemOf(error).message),
    )
  }
  const dropped = useDrop((files) => send(files[0]))
  return (
    <div className="stack">
      {problem && <Note tone="bad">{problem}</Note>}
      {sending ? (
        <>
          {leaveText && <LeaveGuard dirty={() => true} text={() => leaveText} />}
          <UploadProgress sending={sending} onCancel={cancel} />
        </>
      ) : (
        <>
          {children}
          <label className={`${zone.zone} column muted flags ring-within tints`} {...dropped}>
            <input
              className="visually-hidden"
              type="file"
              accept={accept}
              aria-label={label}
              onChange={({ target }) => {
                send(target.files?.[0])
                // Allows the same file, once corrected, to be chosen again.
                target.value = ''
              }}
            />
            {icon}
            <span>
              <span className="unseen-narrow">{drop}</span> <span className={`${zone.choose} accent strong`}>{t('uploads.choose')}</span>
            </span>
            <span className="small">{hint}</span>
          </label>
        </>
      )}
    </div>
  )
}
