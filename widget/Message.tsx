import type { WidgetAttachment, WidgetMessage } from '#contract/widget.ts'
import { piecesOf } from '#domain/linked-text.ts'
import type { Chat } from './chat.ts'
import { IconFile } from './icons.tsx'
import type { Unsent } from './outbox.ts'
import { longTime, shownBytes, texts, timeOfDay } from './texts.ts'

/** A message as shown: confirmed, or unsent. */
export type Line = {
  key: string
  message: WidgetMessage | null
  unsent: Unsent | null
  isOurs: boolean
  text: string
  attachments: readonly WidgetAttachment[]
  at: string
  /** Null for messages of support. */
  progress: 'failed' | 'waiting' | 'sending' | 'sent' | 'delivered' | 'read' | null
}

/** `isFirst` and `isLast` of consecutive messages of one person: the name stands above them, the time below. */
type Props = { line: Line; chat: Chat; day: string | null; isFirst: boolean; isLast: boolean }

/** One message, below the name of its day if that is new. */
export function Message({ line: { message, unsent, isOurs, text, attachments, at, progress }, chat, day, isFirst, isLast }: Props) {
  return (
    <li class={isOurs ? 'ours' : ''} data-number={message?.number}>
      {day && <p class="day">{day}</p>}
      <p class={isOurs || !isFirst ? 'visually-hidden' : 'meta'}>{isOurs ? texts.you : <bdi>{message?.senderName}</bdi>}</p>
      {attachments.map((attachment) => (
        <File key={attachment.path} attachment={attachment} message={message} chat={chat} />
      ))}
      {text !== '' && (
        <p class={isOurs ? 'bubble inherits' : 'bubble'} dir="auto" title={longTime(at)}>
          {piecesOf(text).map(({ text: shown, href }, index) =>
            href ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
              <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
                {shown}
              </a>
            ) : (
              shown
            ),
          )}
        </p>
      )}
      {message?.erased && <p class="bubble erased">{texts.erased}</p>}
      {unsent?.refused ? (
        <div class="failed" role="alert">
          {texts.notSent} {unsent.refused}
          <div class="row">
            <button type="button" onClick={() => chat.outbox.retry(unsent.clientId)}>
              {texts.retry}
            </button>
            <button type="button" class="quiet" onClick={() => chat.outbox.discard(unsent.clientId)}>
              {texts.discard}
            </button>
          </div>
        </div>
      ) : (
        isLast && (
          <p class="meta">
            <time dateTime={at}>{timeOfDay(at)}</time>
            {progress && progress !== 'failed' && ` · ${texts.progress[progress]}`}
          </p>
        )
      )}
    </li>
  )
}

/** In pixels. */
const pictureHeightMax = 240

/** The size of a picture is reserved before it loads, so that nothing moves. */
const sizeOf = (width: number, height: number) => ({
  width,
  height,
  style: { width: `${Math.min(width, (pictureHeightMax * width) / height)}px` },
})

type FileProps = { attachment: WidgetAttachment; message: WidgetMessage | null; chat: Chat }

/** A picture as a picture, a document by name and size. */
function File({ attachment, message, chat }: FileProps) {
  const { url, thumbnail, name, bytes, width, height } = attachment
  /** The address in the page may have run out: a fresh one is opened instead. A document is downloaded and needs no tab. */
  const open = (event: MouseEvent) => {
    if (!message || !chat.hasOldAddresses()) return
    event.preventDefault()
    const tab = thumbnail ? window.open('about:blank', '_blank') : window
    if (tab && tab !== window) tab.opener = null
    void chat.freshAddress(attachment, message).then((fresh) => tab?.location.assign(fresh))
  }
  return (
    <a class="file" href={chat.address(url)} target="_blank" rel="noopener noreferrer" aria-label={texts.openFile(name)} onClick={open}>
      {thumbnail ? (
        <img src={chat.address(thumbnail)} alt={name} {...sizeOf(width ?? 4, height ?? 3)} decoding="async" />
      ) : (
        <>
          <IconFile />
          <span>{name}</span> <small>{shownBytes(bytes)}</small>
        </>
      )}
    </a>
  )
}
