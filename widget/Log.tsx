import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WidgetChat, WidgetMessage } from '#contract/widget.ts'
import type { Chat } from './chat.ts'
import { type Line, Message } from './Message.tsx'
import type { Unsent } from './outbox.ts'
import { Rating } from './Rating.tsx'
import { dayName, texts } from './texts.ts'

/** This near the end counts as the end, in pixels. */
const nearEnd = 48

/** The messages, the unsent ones, and what follows them. It stays at the end, unless the reader scrolled up and has written nothing since. */
export function Log({ chat, welcome }: { chat: Chat; welcome: string }) {
  const box = useRef<HTMLDivElement>(null)
  const inside = useRef<HTMLOListElement>(null)
  const before = useRef({ first: 0, height: 0, top: 0, last: '' })
  const [isAtEnd, setAtEnd] = useState(true)
  const state = chat.read()
  const lines = linesOf(state.messages, chat.outbox.read(), state.chat, chat.outbox.isStuck())
  const first = state.messages[0]?.number ?? 0
  const last = lines.at(-1)
  const toEnd = useCallback(() => box.current?.scrollTo({ top: box.current.scrollHeight }), [])

  useLayoutEffect(() => {
    const place = box.current
    if (!place) return
    if (isAtEnd || (last?.unsent && last.key !== before.current.last)) toEnd()
    // Older messages came in above: what is being read stays where it is.
    else if (first < before.current.first) place.scrollTop += place.scrollHeight - before.current.height
    before.current = { first, height: place.scrollHeight, top: place.scrollTop, last: last?.key ?? '' }
    if (isAtEnd) chat.seen()
  })
  useEffect(() => {
    // The field below grows with its text, and the list when a keyboard opens.
    const watch = new ResizeObserver(() => isAtEnd && toEnd())
    for (const place of [box.current, inside.current]) if (place) watch.observe(place)
    return () => watch.disconnect()
  }, [isAtEnd, toEnd])
  const onScroll = () => {
    const place = box.current
    if (!place) return
    const isNearEnd = place.scrollHeight - place.scrollTop - place.clientHeight < nearEnd
    // More content moves the end away, but only a reader scrolls up.
    if (isNearEnd || place.scrollTop < before.current.top - 1) setAtEnd(isNearEnd)
    before.current.top = place.scrollTop
  }
  return (
    <div class="place">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get to it */}
      <div ref={box} class="log ring-inside" role="log" aria-label={texts.messages} aria-live="off" tabIndex={0} onScroll={onScroll}>
        {first > 1 && (
          <button type="button" class="quiet" disabled={state.isLoadingOlder} onClick={() => void chat.older()}>
            {state.isLoadingOlder ? texts.loading : texts.older}
          </button>
        )}
        {lines.length === 0 && <p class="note">{welcome}</p>}
        <ol ref={inside}>
          {lines.map((line, at) => (
            <Message
              key={line.key}
              line={line}
              chat={chat}
              day={dayName(line.at) === dayName(lines[at - 1]?.at ?? '1970-01-01') ? null : dayName(line.at)}
              isFirst={!follows(line, lines[at - 1])}
              isLast={!follows(lines[at + 1], line)}
            />
          ))}
        </ol>
        {state.chat?.status === 'solved' && <Rating chat={chat} of={state.chat} />}
        {state.writing.length > 0 && <p class="note">{texts.writing(state.writing)}</p>}
      </div>
      {!isAtEnd && (
        <button type="button" class="jump" onClick={() => toEnd()}>
          {texts.newest}
        </button>
      )}
    </div>
  )
}

/** A pause this long between two messages starts a new group, in milliseconds. */
const pauseMs = 5 * 60_000

/** Whether a message goes with the one before it: by the same person, as far on its way, and soon after. */
function follows(line: Line | undefined, before: Line | undefined): boolean {
  const isSame = (part: (one: Line) => unknown) => line !== undefined && before !== undefined && part(line) === part(before)
  const pause = Date.parse(line?.at ?? '') - Date.parse(before?.at ?? '')
  return isSame(({ isOurs }) => isOurs) && isSame(({ progress }) => progress) && isSame(nameOf) && pause < pauseMs
}
const nameOf = ({ isOurs, message }: Line) => (isOurs ? '' : message?.senderName)

/** Confirmed and unsent messages as one list; a message keeps its key when it is confirmed. */
function linesOf(messages: readonly WidgetMessage[], unsent: readonly Unsent[], chat: WidgetChat | null, isStuck: boolean): Line[] {
  const confirmed = new Set(messages.map(({ clientId }) => clientId))
  return [
    ...messages.map((message) => ({
      key: message.clientId ?? String(message.number),
      message,
      unsent: null,
      isOurs: message.byBuyer,
      text: message.text,
      attachments: message.attachments,
      at: message.timestamp,
      progress: message.byBuyer ? deliveryOf(message.number, chat) : null,
    })),
    ...unsent
      .filter(({ clientId }) => !confirmed.has(clientId))
      .map((one) => ({
        key: one.clientId,
        message: null,
        unsent: one,
        isOurs: true,
        text: one.text,
        attachments: one.attachments,
        at: new Date(one.at).toISOString(),
        progress: one.refused !== null ? ('failed' as const) : isStuck ? ('waiting' as const) : ('sending' as const),
      })),
  ]
}

function deliveryOf(number: number, chat: WidgetChat | null): 'sent' | 'delivered' | 'read' {
  if (!chat || number > chat.supportDeliveredTo) return 'sent'
  return number > chat.supportReadTo ? 'delivered' : 'read'
}
