import type { Attachment } from '#domain/chat.ts'
import css from '#web/chats/conversation/Attachments.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import IconFileText from '#web/ui/icons/IconFileText.tsx'

/** The files of a message: pictures as pictures, documents by name and size. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul className="list stack gap-6">
      {attachments.map((attachment) => (
        <li key={attachment.path}>
          {attachment.contentType === 'application/pdf' ? <Document attachment={attachment} /> : <Picture attachment={attachment} />}
        </li>
      ))}
    </ul>
  )
}

function Picture({ attachment: { url, name, width, height, thumbnails } }: { attachment: Attachment }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t('chats.file.open', { name })}>
      {/* Its size is reserved before it loads, so that nothing moves. */}
      <img className={css.picture} src={thumbnails['640'] ?? url} alt={name} width={width ?? 4} height={height ?? 3} decoding="async" />
    </a>
  )
}

function Document({ attachment: { url, name, bytes } }: { attachment: Attachment }) {
  return (
    <a
      className={`${css.document} line gap-10`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('chats.file.open', { name })}
    >
      <IconFileText className="bad" size={20} stroke={1.75} />
      <span className={css.words}>
        <span className="strong ellipsis">{name}</span>
        <span className="tiny">
          {t('chats.file.pdf')}, {shownBytes(bytes)}
        </span>
      </span>
    </a>
  )
}

const format = (unit: string) => new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 })
const kilobytes = format('kilobyte')
const megabytes = format('megabyte')

/** A file size for people: "340 kB", "2.1 MB". */
const shownBytes = (bytes: number): string =>
  bytes < 1_000_000 ? kilobytes.format(Math.ceil(bytes / 1000)) : megabytes.format(bytes / 1_000_000)
