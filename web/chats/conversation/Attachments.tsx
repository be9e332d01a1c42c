import { type MouseEvent, useState } from 'react'
import type { Attachment } from '#domain/chat.ts'
import css from '#web/chats/conversation/Attachments.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { useLostImage } from '#web/platform/live/use-lost-image.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import IconFileText from '#web/ui/icons/IconFileText.tsx'
import IconPhoto from '#web/ui/icons/IconPhoto.tsx'

const PictureViewer = lazyDialog(() => import('#web/product-views/PictureViewer.tsx'), 'default')

const isPicture = ({ contentType }: Attachment) => contentType !== 'application/pdf'

/** The files of a message: pictures as pictures, which a click enlarges, documents by name and size. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [at, setAt] = useState<number | null>(null)
  const pictures = attachments.filter(isPicture)
  const shown = at === null ? undefined : pictures[at]
  return (
    <>
      <ul className="list stack gap-6">
        {attachments.map((attachment) => (
          <li key={attachment.path}>
            {isPicture(attachment) ? (
              <Picture attachment={attachment} onOpen={() => setAt(pictures.indexOf(attachment))} />
            ) : (
              <Document attachment={attachment} />
            )}
          </li>
        ))}
      </ul>
      {at !== null && shown && <PictureViewer images={pictures} at={at} onMove={setAt} onClose={() => setAt(null)} title={shown.name} />}
    </>
  )
}

/** The largest width of a picture in the conversation, in pixels. */
const widest = 320
/** Its largest height. */
const highest = 280

type PictureProps = { attachment: Attachment; onOpen: () => void }

/** A click with a key held opens it in a tab of its own, as links do. */
function Picture({ attachment: { url, name, width, height, thumbnails }, onOpen }: PictureProps) {
  const wide = width ?? 4_000
  const high = height ?? 3_000
  const src = thumbnails['640'] ?? url
  const { lost, onError } = useLostImage(src)
  // Its size is reserved before it loads, so that nothing moves.
  const size = { width: Math.min(wide, widest, (highest * wide) / high) }
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t('chats.file.open', { name })} onClick={open}>
      {lost ? (
        <span className={`${css.picture} middle muted`} style={{ ...size, aspectRatio: `${wide} / ${high}` }}>
          <IconPhoto size={32} stroke={1.5} />
        </span>
      ) : (
        <img
          className={`${css.picture} block`}
          style={size}
          src={src}
          alt={name}
          width={wide}
          height={high}
          decoding="async"
          onError={onError}
        />
      )}
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
