import { useRef } from 'react'
import { attachmentTypes } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import css from '#web/chats/conversation/AttachedFiles.module.css'
import type { Upload, Uploads } from '#web/chats/conversation/uploads.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconFileText from '#web/ui/icons/IconFileText.tsx'
import IconPaperclip from '#web/ui/icons/IconPaperclip.tsx'
import IconRefresh from '#web/ui/icons/IconRefresh.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

/** The files of the message being written, each with its progress and a button to cancel or remove it. */
export function AttachedFiles({ files, uploads }: { files: readonly Upload[]; uploads: Uploads }) {
  if (files.length === 0) return null
  return (
    <ul className={`${css.files} list row`} aria-label={t('chats.files')}>
      {files.map((file) => (
        <li
          key={file.key}
          ref={file.phase === 'failed' ? scrollTo : undefined}
          className={file.phase === 'failed' ? `${css.file} line boxed wrong` : `${css.file} line boxed`}
        >
          <File file={file} />
          {file.phase === 'failed' && file.again && (
            <button
              type="button"
              className="icon-button touchable hovers"
              aria-label={t('chats.file.retry', { name: file.name })}
              onClick={() => uploads.retry(file.key)}
            >
              <IconRefresh size={16} />
            </button>
          )}
          <button
            type="button"
            className="icon-button touchable hovers"
            aria-label={wayOutOf(file)}
            onClick={() => uploads.remove(file.key)}
          >
            <IconX size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The files scroll, but one that failed is not hidden. */
const scrollTo = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' })

const wayOutOf = ({ phase, name }: Upload) =>
  t(phase === 'sending' || phase === 'paused' ? 'chats.file.cancel' : 'chats.file.remove', { name })

function File({ file: { name, phase, share, problem, attachment } }: { file: Upload }) {
  const thumbnail = attachment?.thumbnails['160']
  return (
    <>
      {thumbnail ? (
        <img className={css.thumbnail} src={thumbnail} alt="" />
      ) : (
        <IconFileText className="fixed muted" size={20} stroke={1.75} />
      )}
      <span className={`${css.words} stack gap-2`}>
        <span className="small ellipsis">{name}</span>
        {phase === 'failed' && (
          <span className={css.problem} role="alert">
            {problem}
          </span>
        )}
        {(phase === 'sending' || phase === 'paused') && (
          <ProgressBar label={t(phase === 'paused' ? 'chats.file.paused' : 'chats.file.uploading', { name })} share={share} />
        )}
      </span>
    </>
  )
}

const megabytes = limits.chat.bytesMax / (1024 * 1024)

/** Chooses files to attach to the message. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="quiet"
        aria-label={t('chats.attach')}
        title={t('chats.attachHint', { megabytes })}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={20} stroke={1.75} />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        aria-label={t('chats.attach')}
        accept={attachmentTypes.join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
