import type { WidgetAttachment } from '#contract/widget.ts'
import type { AttachmentType } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import type { Calls } from './calls.ts'
import { Refusal } from './refusal.ts'
import { texts } from './texts.ts'

const { attachmentsMax, bytesMax } = limits.chat

/** What may be attached; the server checks the content. */
export const attachable = Object.keys({
  'image/jpeg': true,
  'image/png': true,
  'image/webp': true,
  'image/avif': true,
  'image/gif': true,
  'application/pdf': true,
} satisfies Record<AttachmentType, true>)

/** A file of the message being written. */
export type Upload = {
  file: File
  /** The part sent so far, from 0 to 1. */
  share: number
  attachment: WidgetAttachment | null
  /** Why it failed, as a sentence, and whether a retry may help. */
  problem: string | null
  again: boolean
  cancel: () => void
}

/** True if a file cannot be attached, however often it is tried. It is not sent, and takes no place. */
export const isRefused = ({ problem, again }: Upload): boolean => problem !== null && !again

/** The files of the message being written. Each uploads at once, and can be cancelled and retried. */
export function openUploads({ upload, start }: Pick<Calls, 'upload' | 'start'>, changed: () => void) {
  let all: readonly Upload[] = []
  const show = (next: readonly Upload[]) => {
    all = next
    changed()
  }
  const change = (file: File, to: Partial<Upload>) => show(all.map((one) => (one.file === file ? { ...one, ...to } : one)))

  async function send(file: File): Promise<void> {
    const call = new AbortController()
    change(file, { share: 0, problem: null, cancel: () => call.abort() })
    try {
      await start()
      change(file, { attachment: await upload(file, (share) => change(file, { share }), call.signal) })
    } catch (error) {
      const { isPassing, message } = Refusal.noAnswer(error)
      change(file, { problem: isPassing ? texts.fileFailed : message, again: isPassing })
    }
  }
  return {
    read: () => all,
    add(files: readonly File[]): void {
      for (const file of files) {
        const problem = problemWith(file, all.filter((one) => !isRefused(one)).length)
        show([...all, { file, share: 0, attachment: null, problem, again: false, cancel: () => {} }])
        if (problem === null) void send(file)
      }
    },
    retry: (file: File) => void send(file),
    remove(file: File): void {
      all.find((one) => one.file === file)?.cancel()
      show(all.filter((one) => one.file !== file))
    },
    clear: () => show([]),
  }
}
export type Uploads = ReturnType<typeof openUploads>

function problemWith({ size, type }: File, already: number): string | null {
  if (already >= attachmentsMax) return texts.fileCount(attachmentsMax)
  if (size > bytesMax) return texts.fileSize(bytesMax / (1024 * 1024))
  // Where the browser does not know the type, the server decides.
  return type === '' || attachable.includes(type) ? null : texts.fileType
}
