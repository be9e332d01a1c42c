import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ChatFilter, ListedChat } from '#contract/chats.ts'
import type { Chat } from '#domain/chat.ts'
import { ChatKeys } from '#web/chats/inbox/ChatKeys.tsx'
import { ChatList } from '#web/chats/inbox/ChatList.tsx'
import { ChatsToolbar } from '#web/chats/inbox/ChatsToolbar.tsx'
import type { ChatSearch } from '#web/chats/inbox/chat-search.ts'
import css from '#web/chats/inbox/Inbox.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { useNewestPages } from '#web/platform/queries/use-newest.ts'
import { isEntirelyEmpty, usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import IconMessages from '#web/ui/icons/IconMessages.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useKeys } from '#web/ui/use-keys.ts'
import { WhyButton } from '#web/ui/WhyButton.tsx'

type Props = {
  search: ChatSearch
  /** The chat that is open beside the list. */
  openId: string | null
}

/** All conversations with support, newest message first, updated live, with search and filters. */
export function ListPane({ search: { pages = 1, ...search }, openId }: Props) {
  const { score, ...rest } = search
  const navigate = useNavigate()
  const list = usePagedQuery(rpc.chats.list, { ...rest, ...(score && { score: Number(score) }) })
  const listed = useNewestPages(list, pages, {
    get: rpc.chats.get,
    // The chat that is open stays in the list, even if reading it took it out of the filter.
    matches: (chat) => chat.id === openId || (matchesFilter[search.filter ?? 'all'](chat) && matchesAssignee(chat, search.assignee)),
  })
  useDelivered(listed)
  const rows = useOpenRow(listed, openId, list.isPlaceholderData ? null : JSON.stringify(search))
  const shown = { ...search, ...(pages > 1 && { pages }) }
  const box = useRef<HTMLDivElement>(null)
  useListMemory('/admin/chats', shown, box, rows !== undefined)
  const isListed = rows?.some(({ id }) => id === openId) ?? false
  // Whatever opened it: a key, a link, or the next unread one.
  useEffect(() => {
    if (openId && isListed) box.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [openId, isListed])
  // The router would scroll the list back to where it was before.
  const open = (id: string) => void navigate({ to: '/admin/chat/$id', params: { id }, search: shown, resetScroll: false })
  const go = (to: ChatSearch) =>
    void (openId === null
      ? navigate({ to: '/admin/chats', search: to, replace: true, resetScroll: false })
      : navigate({ to: '/admin/chat/$id', params: { id: openId }, search: to, replace: true, resetScroll: false }))
  const step = (by: number) => {
    const at = rows?.findIndex(({ id }) => id === openId) ?? -1
    const next = rows?.[at < 0 ? 0 : at + by]
    if (next && next.id !== openId) open(next.id)
  }
  const unread = useNextUnread(openId, open)
  const [help, setHelp] = useState(false)
  useKeys({ j: () => step(1), k: () => step(-1), n: unread.why === null ? unread.go : undefined, '?': () => setHelp(true) })
  const narrowed = Boolean(search.filter || search.assignee || search.search)
  const isEmpty = isEntirelyEmpty(list, rows, narrowed)
  const Heading = openId === null ? 'h1' : 'h2'
  return (
    <section className={`${css.list} column shrinks-both not-printed`} aria-label={t('titles.chats')} data-alone={isEmpty || undefined}>
      <header className={`panel-tools stack gap-8`}>
        <div className="line between">
          <Heading tabIndex={-1} className={css.title}>
            {t('titles.chats')}
          </Heading>
          {!isEmpty && (
            <WhyButton
              why={unread.why}
              aria-keyshortcuts="N"
              note={t('chats.list.nextUnreadHint')}
              busy={unread.isBusy}
              onClick={unread.go}
            >
              {t('chats.list.nextUnread')}
            </WhyButton>
          )}
        </div>
        {!isEmpty && <ChatsToolbar search={search} change={(to) => go({ ...search, ...to })} />}
      </header>
      <div ref={box} className="scrolls">
        <PagedRows
          list={list}
          rows={rows}
          empty={{
            filtered: narrowed,
            clear: () => go({}),
            icon: IconMessages,
            title: t('chats.list.emptyTitle'),
            text: t('chats.list.emptyText'),
            action: (
              <Link to="/admin/settings" search={{ section: 'widget' }} className={buttonClass()}>
                {t('chats.list.toWidget')}
              </Link>
            ),
          }}
          more={(count) => go({ ...search, pages: count })}
        >
          {(chats) => <ChatList chats={chats} openId={openId} search={shown} />}
        </PagedRows>
      </div>
      <ChatKeys open={help} onClose={() => setHelp(false)} />
    </section>
  )
}

/** A list of rated chats stays as the server answered it: it may be about an earlier rating than the one shown. */
const matchesFilter: Record<ChatFilter, (chat: Chat) => boolean> = {
  all: () => true,
  unread: ({ adminUnreadCount }) => adminUnreadCount > 0,
  waiting: ({ lastByBuyer, status }) => lastByBuyer === true && status === 'open',
  open: ({ status }) => status === 'open',
  solved: ({ status }) => status === 'solved',
  rated: () => true,
}

/** `filter` is the id of an admin, `none`, or undefined for all chats. */
const matchesAssignee = ({ assignee }: Chat, filter: string | undefined) => filter === undefined || (assignee?.id ?? 'none') === filter

/** Keeps the row of the open chat at its place when a refetch of the same list, `of`, leaves it out because it was read. */
function useOpenRow(rows: ListedChat[] | undefined, openId: string | null, of: string | null): ListedChat[] | undefined {
  const kept = useRef<{ row: ListedChat; at: number; of: string }>(undefined)
  const at = rows?.findIndex(({ id }) => id === openId) ?? -1
  const row = rows?.[at]
  if (row && of !== null) kept.current = { row, at, of }
  const last = kept.current
  return rows && !row && last?.row.id === openId && last.of === of ? rows.toSpliced(last.at, 0, last.row) : rows
}

/** Opens the unread chat that has waited longest, whether or not the list shows it. */
function useNextUnread(openId: string | null, open: (id: string) => void) {
  const { data } = useQuery(rpc.chats.unread.queryOptions())
  // Undefined once the pane is gone.
  const current = useRef<string | null>(undefined)
  useEffect(() => {
    current.current = openId
    return () => {
      current.current = undefined
    }
  }, [openId])
  const { once, isPending } = useAct({
    send: () => client.chats.list({ filter: 'unread', sort: 'oldest', limit: 2 }),
    done: ({ rows }, wasOpen: string | null) => {
      // The person went elsewhere meanwhile.
      if (current.current !== wasOpen) return
      const next = rows.find(({ id }) => id !== wasOpen)
      if (next) open(next.id)
      else toast(t('chats.list.noUnread'))
    },
  })
  return { go: () => once(openId), isBusy: isPending, why: data?.unread === 0 ? t('chats.list.noUnread') : null }
}

/** Reports the listed messages of participants as delivered to a device of support (product §7: delivered). */
function useDelivered(chats: readonly Chat[] | undefined): void {
  useEffect(() => {
    for (const { id, lastNumber, lastByBuyer, adminDeliveredTo } of chats ?? []) {
      if (lastByBuyer && adminDeliveredTo < lastNumber) void client.chats.markDelivered({ id, number: lastNumber }).catch(() => {})
    }
  }, [chats])
}
