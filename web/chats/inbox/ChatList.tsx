import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { ListedChat } from '#contract/chats.ts'
import css from '#web/chats/inbox/ChatList.module.css'
import type { ChatSearch } from '#web/chats/inbox/chat-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar } from '#web/platform/Person.tsx'
import { shownCount } from '#web/ui/shown-count.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { longTime, shortWhen } from '#web/ui/time.ts'

type RowProps = {
  chat: ListedChat
  /** The chat that is open beside the list. */
  openId: string | null
  /** Goes along to each chat, so that the list beside it stays as it is. */
  search: ChatSearch
}

/** The list of conversations; the arrow keys go from one to the next. */
export function ChatList({ chats, ...of }: Omit<RowProps, 'chat'> & { chats: readonly ListedChat[] }) {
  return (
    <ul className="list ruled sized" onKeyDown={walk}>
      {chats.map((chat) => (
        <ChatRow key={chat.id} chat={chat} {...of} />
      ))}
    </ul>
  )
}

function ChatRow({ chat, openId, search }: RowProps) {
  const { id, buyerName, adminUnreadCount, status, blocked, lastByBuyer, assignee, person, rating, found } = chat
  // A node of the former version does not send the time of what was found.
  const at = found?.timestamp ?? chat.lastMessageTimestamp
  const unread = adminUnreadCount > 0
  return (
    <li className={`${css.row} ${unread ? css.unread : ''} line gap-12 tints lights`} data-open={id === openId || undefined}>
      <Avatar name={buyerName} picture={person?.avatar} size={40} />
      <div className={`${css.words} stack grow`}>
        <div className="line">
          <Link
            to="/admin/chat/$id"
            params={{ id }}
            search={search}
            aria-current={id === openId ? 'page' : undefined}
            className={`${css.name} grow ink block strong ellipsis covers`}
            dir="auto"
            title={[buyerName, person?.shopName].filter(Boolean).join(' · ')}
            aria-label={unread ? t('chats.list.unread', { name: buyerName, count: adminUnreadCount }) : undefined}
          >
            {buyerName}
          </Link>
          {at && (
            <time className="tiny" dateTime={at} title={longTime(at)}>
              {shortWhen(at, Date.now())}
            </time>
          )}
        </div>
        {person?.shopName && <bdi className="aside ellipsis">{person.shopName}</bdi>}
        <div className="line">
          <p className={`grow ellipsis ${unread ? 'ink' : 'muted'}`} dir="auto">
            {found ? <Found {...found} /> : <LastWords chat={chat} />}
          </p>
          {unread && (
            <span className="count" aria-hidden>
              {shownCount(adminUnreadCount)}
            </span>
          )}
        </div>
        <span className="row gap-6 if-filled">
          {blocked && <Tag tone="red">{t('fields.blocked')}</Tag>}
          {status === 'solved' && <Tag tone="green">{t('chats.inbox.status.solved')}</Tag>}
          {status === 'open' && lastByBuyer && <Tag tone="amber">{t('chats.list.waits')}</Tag>}
          {rating && <Tag tone={rating.score < 3 ? 'amber' : 'green'}>{t('chats.rating.short', { score: rating.score })}</Tag>}
          {assignee && <Tag>{assignee.name}</Tag>}
        </span>
      </div>
    </li>
  )
}

/** The words of a message around what was searched for, with its side as in `LastWords`. */
const Found = ({ before, match, after, byBuyer }: NonNullable<ListedChat['found']>) => (
  <>
    {/* A node of the former version does not send the side. */}
    {byBuyer === false ? t('chats.list.answered', { text: before }) : before}
    <b className="ink">{match}</b>
    {after}
  </>
)

/** The last message; files alone have no text, and neither has one that was erased. */
function LastWords({ chat: { lastMessage, lastMessageTimestamp, lastByBuyer } }: Pick<RowProps, 'chat'>) {
  if (lastMessageTimestamp === null) return t('chats.list.none')
  const text = lastMessage === null ? t('chats.erased') : lastMessage || t('chats.list.attachment')
  return lastByBuyer ? text : t('chats.list.answered', { text })
}

/** The up and down keys move between conversations, Home and End go to the first and the last. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }
  const next = links[to[event.key] ?? -1]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
