import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Chat } from '#domain/chat.ts'
import { Group, type Resend } from '#web/chats/conversation/Group.tsx'
import css from '#web/chats/conversation/Log.module.css'
import { type Line, linesOf, type Shown } from '#web/chats/conversation/lines.ts'
import type { ConversationState } from '#web/chats/conversation/use-conversation.ts'
import { useMarkRead } from '#web/chats/conversation/use-mark-read.ts'
import { useNewAfter } from '#web/chats/conversation/use-reading-position.ts'
import type { useScroll } from '#web/chats/conversation/use-scroll.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import IconArrowDown from '#web/ui/icons/IconArrowDown.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dayName, longDay } from '#web/ui/time.ts'

type Props = {
  chat: Chat
  state: ConversationState
  scroll: ReturnType<typeof useScroll>
  empty: ReactNode
  onEdit: ((clientId: string) => void) | undefined
}

/** The conversation: days, groups of messages, and the progress of this side's messages. */
export function Log({ chat, state, scroll: { box, inside, atEnd, toEnd, onScroll }, empty, onEdit }: Props) {
  const { snapshot, shown, newest, outbox, older, again } = state
  const me = useMe()
  const checkRead = useMarkRead(chat, box, shown, newest)
  const newAfter = useNewAfter(chat, newest)
  const lines = useMemo(() => linesOf(shown, newAfter), [shown, newAfter])
  const announced = useAnnounced(shown, snapshot.ready)
  const shownTo = useRef(0)
  if (atEnd) shownTo.current = newest
  const arrived = shown.filter(({ ours, number }) => !ours && (number ?? 0) > shownTo.current).length
  const resend: Resend = {
    retry: (key) => outbox.retry(idOf(key)),
    edit: onEdit && ((key) => onEdit(idOf(key))),
    discard: (key) => outbox.discard(idOf(key)),
  }
  return (
    <div className="column holds grow shrinks-both">
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      {/* Outside of the scrolled box, so that it is visible wherever the reader is. */}
      {snapshot.failure !== null && <Failure snapshot={snapshot} onRetry={() => void again()} />}
      {/* The status line above announces new messages; older ones that load are not announced. */}
      <div
        ref={box}
        role="log"
        aria-label={t('chats.messages')}
        aria-live="off"
        aria-busy={!snapshot.ready && snapshot.failure === null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get to it
        tabIndex={0}
        className={`${css.log} scrolls ring-inside whole-printed`}
        onScroll={() => {
          onScroll()
          checkRead()
        }}
      >
        <div ref={inside} className={`${css.inside} column end`}>
          {!snapshot.ready && shown.length === 0 && snapshot.failure === null && <Skeleton rows={4} />}
          {snapshot.hasOlder && (
            <div className="middle">
              <Button look="quiet" busy={snapshot.loadingOlder} onClick={() => void older()}>
                {t('chats.older')}
              </Button>
            </div>
          )}
          {snapshot.ready && shown.length === 0 && empty}
          <ol className={`${css.lines} list stack`}>{lines.map((line) => renderLine(line, me.id, resend))}</ol>
        </div>
      </div>
      {!atEnd && (
        <button type="button" className={`${css.jump} inline-line gap-6 tints tall-touch not-printed`} onClick={toEnd}>
          <IconArrowDown size={16} />
          {arrived > 0 ? t('chats.arrived', { count: arrived }) : t('chats.newest')}
        </button>
      )}
    </div>
  )
}

/** Why messages are missing. Without a connection those of the offline cache are shown, and loading is tried again by itself. */
function Failure({ snapshot: { failure, failed, unverified }, onRetry }: { snapshot: ConversationState['snapshot']; onRetry: () => void }) {
  const { code, message } = problemOf(failure)
  const isCached = unverified && failed === 'newest' && (code === 'offline' || code === 'unavailable')
  return (
    <div role={isCached ? 'status' : 'alert'} className={css.failure}>
      {isCached ? (
        <Note>{t('chats.cached')}</Note>
      ) : (
        <Note tone="bad" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
          {t(failed === 'older' ? 'chats.olderFailed' : 'chats.loadFailed', { why: message })}
        </Note>
      )}
    </div>
  )
}

/** The key of an unsent message is its author's id and the client id. */
const idOf = (key: string) => key.slice(key.indexOf(' ') + 1)

function renderLine(line: Line, meId: string, resend: Resend): ReactNode {
  if (line.kind === 'group') return <Group key={line.key} group={line} meId={meId} resend={resend} />
  return (
    <li key={line.key} className={line.kind === 'day' ? `${css.day} line gap-12 tiny strong` : `${css.new} line gap-12 tiny accent strong`}>
      <span>
        {line.kind === 'day' ? (
          <time dateTime={line.at} className="ago" data-printed={longDay(line.at)}>
            {dayName(line.at, Date.now())}
          </time>
        ) : (
          t('chats.newLine')
        )}
      </span>
    </li>
  )
}

/** The text for screen readers: messages of the other side that arrive while the chat is open, not older ones. */
function useAnnounced(shown: readonly Shown[], ready: boolean): string {
  const [text, setText] = useState('')
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (!ready) return
    const newest = shown.reduce((most, { number }) => Math.max(most, number ?? 0), 0)
    const fresh = from.current === null ? [] : shown.filter(({ ours, number }) => !ours && (number ?? 0) > (from.current ?? 0))
    from.current = Math.max(from.current ?? 0, newest)
    if (fresh.length > 0) setText(fresh.map(sentenceOf).join(' '))
  }, [shown, ready])
  return text
}

const sentenceOf = ({ senderName: name, text }: Shown) =>
  text === '' ? t('chats.logFiles', { name }) : t('chats.logMessage', { name, text })
