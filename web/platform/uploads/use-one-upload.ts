import { useEffect, useRef, useState } from 'react'
import type { UploadAbout } from '#web/platform/uploads/upload-file.ts'

/** A file being uploaded; `waits` for the network, `share` of it is sent, from 0 to 1. */
export type Sending = { name: string; share: number; waits: boolean }

/**
 * Uploads one file at a time. Leaving the page cancels the upload, and the refusal of a cancelled one is not reported. `resumes` says that an
 * upload waits for the network.
 */
export function useOneUpload({ resumes }: { resumes: boolean }) {
  const [sending, setSending] = useState<Sending | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const begin = (file: File, upload: (about: UploadAbout) => Promise<unknown>, refused: (error: unknown) => unknown) => {
    const controller = new AbortController()
    running.current = controller
    const show = (part: Partial<Sending>) => setSending((former) => ({ name: file.name, share: 0, waits: false, ...former, ...part }))
    show({ waits: resumes && !navigator.onLine })
    upload({
      signal: controller.signal,
      onProgress: (share) => show({ share, waits: false }),
      onPause: () => show({ waits: true }),
    })
      .catch((error: unknown) => controller.signal.aborted || refused(error))
      .finally(() => {
        running.current = null
        setSending(null)
      })
  }
  return { sending, begin, isRunning: () => running.current !== null, cancel: () => running.current?.abort() }
}
