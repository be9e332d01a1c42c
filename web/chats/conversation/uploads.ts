import { type Attachment, attachmentTypes } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { openStore } from '#web/platform/open-store.ts'
import { UploadError, type uploadFile } from '#web/platform/uploads/upload-file.ts'

const { attachmentsMax, bytesMax } = limits.chat
const megabytes = bytesMax / (1024 * 1024)

/** A file to be attached to a message. `share` is the part sent so far, from 0 to 1. */
export type Upload = {
  key: string
  name: string
  phase: 'sending' | 'paused' | 'failed' | 'stored'
  share: number
  /** Why it failed, as a sentence; and whether a retry may help. */
  problem: string | null
  again: boolean
  attachment: Attachment | null
}

/** True if a file cannot be attached, however often it is tried. */
export const isRefused = ({ phase, again }: Upload): boolean => phase === 'failed' && !again

export type Send = (file: File, about: Parameters<typeof uploadFile>[3]) => Promise<Attachment>
export type Uploads = ReturnType<typeof openUploads>

/** The files attached to a message being written: each uploads at once, and can be cancelled and retried. */
export function openUploads(send: Send) {
  const { read, set: show, subscribe } = openStore<readonly Upload[]>([])
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()

  const change = (key: string, to: Partial<Upload>) => show(read().map((one) => (one.key === key ? { ...one, ...to } : one)))

  async function start(key: string, file: File) {
    const call = new AbortController()
    running.set(key, call)
    change(key, { phase: 'sending', share: 0, problem: null })
    try {
      const attachment = await send(file, {
        signal: call.signal,
        onProgress: (share) => change(key, { phase: 'sending', share }),
        onPause: () => change(key, { phase: 'paused' }),
      })
      change(key, { phase: 'stored', share: 1, attachment })
    } catch (error) {
      const again = !(error instanceof UploadError) || error.again
      if (!call.signal.aborted) change(key, { phase: 'failed', problem: error instanceof Error ? error.message : '', again })
    } finally {
      running.delete(key)
    }
  }
  function add(file: File) {
    const key = newKey()
    const problem = problemWith(file, read().filter((one) => !isRefused(one)).length)
    const upload: Upload = { key, name: file.name, phase: 'failed', share: 0, problem, again: false, attachment: null }
    show([...read(), upload])
    if (problem !== null) return
    files.set(key, file)
    void start(key, file)
  }
  return {
    read,
    subscribe,
    add: (chosen: readonly File[]) => {
      for (const file of chosen) add(file)
    },
    retry(key: string) {
      const file = files.get(key)
      if (file && !running.has(key)) void start(key, file)
    },
    /** Cancels an upload. A stored file that is never sent is swept by the server. */
    remove(key: string) {
      running.get(key)?.abort()
      files.delete(key)
      show(read().filter((one) => one.key !== key))
    },
    /** Attaches the stored files of a refused message again. */
    takeBack(attachments: readonly Attachment[]) {
      const about = { phase: 'stored', share: 1, problem: null, again: false } as const
      show([...read(), ...attachments.map((attachment): Upload => ({ ...about, key: newKey(), name: attachment.name, attachment }))])
    },
    /** The files were sent with a message: the next one starts without files. */
    clear() {
      for (const { key } of read()) running.get(key)?.abort()
      files.clear()
      show([])
    },
  }
}

/** Why a file cannot be attached, before it is sent, or null. The server checks the content. */
function problemWith({ size, type }: File, already: number): string | null {
  if (already >= attachmentsMax) return t('chats.file.tooMany', { count: attachmentsMax })
  if (size > bytesMax) return t('chats.file.tooLarge', { megabytes })
  // Where the browser does not know the type, the server decides.
  const allowed: readonly string[] = ['', ...attachmentTypes]
  return allowed.includes(type) ? null : t('chats.file.type')
}
