import { useEffect, useRef, useState } from 'preact/hooks'
import { limits } from '#domain/limits.ts'
import type { Chat } from './chat.ts'
import { IconPaperclip, IconRefresh, IconSend, IconX } from './icons.tsx'
import { texts } from './texts.ts'
import { attachable, isRefused, type Upload, type Uploads } from './uploads.ts'

/** The field to write a message: Enter sends it, Shift and Enter start a new line. */
export function Composer({ chat }: { chat: Chat }) {
  const [text, setText] = useState(chat.draft.read)
  const [refused, setRefused] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const files = chat.uploads.read()
  const attachments = files.flatMap(({ attachment }) => attachment ?? [])
  const excess = [...text.trim()].length - limits.chat.textMax
  const toSend = files.filter((file) => !isRefused(file)).length
  const problem = attachments.length < toSend ? texts.filesFirst : text.trim() === '' && toSend === 0 ? texts.writeFirst : ''
  // The problem has changed: the new one is said at the next press of Send.
  if (refused !== '' && refused !== problem) setRefused('')
  const write = (typed: string) => {
    setText(typed)
    setRefused('')
    chat.draft.write(typed)
    if (typed !== '') chat.typing()
  }
  const send = (event: Event) => {
    event.preventDefault()
    field.current?.focus()
    if (excess > 0) return
    if (problem !== '') return setRefused(problem)
    chat.outbox.add(text.trim(), attachments)
    chat.uploads.clear()
    write('')
  }
  const press = (event: KeyboardEvent) => {
    // Enter also confirms a word of an input method; that does not send.
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.isComposing) send(event)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (pasted.length === 0) return
    event.preventDefault()
    chat.uploads.add(pasted)
  }
  return (
    <form class="composer" onSubmit={send}>
      {files.length > 0 && (
        <ul class="files" aria-label={texts.files}>
          {files.map((file) => (
            <Attached key={file.file} upload={file} uploads={chat.uploads} />
          ))}
        </ul>
      )}
      <p class="failed if-filled" role="status">
        {excess > 0 ? texts.tooLong(excess) : refused}
      </p>
      <div class="row">
        <button type="button" class="icon" aria-label={texts.attach} title={texts.attach} onClick={() => input.current?.click()}>
          <IconPaperclip />
        </button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          tabIndex={-1}
          aria-label={texts.attach}
          accept={attachable.join(',')}
          onChange={({ currentTarget }) => {
            chat.uploads.add([...(currentTarget.files ?? [])])
            // So that the same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          aria-label={texts.message}
          placeholder={texts.placeholder}
          aria-invalid={excess > 0}
          enterkeyhint="send"
          value={text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
        />
        <button type="submit" class="icon primary" aria-label={texts.send} title={texts.send}>
          <IconSend />
        </button>
      </div>
    </form>
  )
}

/** A file of the message being written, with its progress or problem. */
function Attached({ upload: { file, share, attachment, problem, again }, uploads }: { upload: Upload; uploads: Uploads }) {
  const { name } = file
  return (
    <li ref={problem ? scrollTo : null}>
      {file.type.startsWith('image/') && <Preview file={file} />}
      <span class="grow ellipsis" title={name}>
        {name}
      </span>
      {!attachment && !problem && <progress aria-label={texts.uploading(name)} value={share} />}
      {again && problem && (
        <button type="button" class="icon" aria-label={texts.retryFile(name)} onClick={() => uploads.retry(file)}>
          <IconRefresh />
        </button>
      )}
      <button type="button" class="icon" aria-label={texts.removeFile(name)} onClick={() => uploads.remove(file)}>
        <IconX />
      </button>
      {problem && (
        <p class="failed" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}

/** The files scroll, but one that failed is not hidden. */
const scrollTo = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' })

/** The sides of a preview, in pixels of a dense screen. */
const side = 80

/** A small square of a picture. It is drawn, because a storefront's policy of contents may forbid pictures from addresses of the browser itself. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const draw = (bitmap: ImageBitmap) => {
      const { width, height } = bitmap
      const cut = Math.min(width, height)
      canvas.current?.getContext('2d')?.drawImage(bitmap, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side)
      bitmap.close()
    }
    createImageBitmap(file, { resizeHeight: 2 * side }).then(draw, () => setLost(true))
  }, [file])
  return isLost ? null : <canvas ref={canvas} width={side} height={side} />
}
