import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ChatFilter } from '#contract/chats.ts'
import type { Chat } from '#domain/chat.ts'
import { ChatList } from '#web/chats/inbox/ChatList.tsx'
import { ChatsToolbar } from '#web/chats/inbox/ChatsToolbar.tsx'
import type { ChatSearch } from '#web/chats/inbox/chat-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { inPages, usePages } from '#web/platform/queries/use-pages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconMessages from '#web/ui/icons/IconMessages.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/admin/chats` (spec §2): all conversations with support, newest message first, updated live. */
export function ChatsPage() {
  const { pages = 1, ...search }: ChatSearch = useSearch({ from: '/layout/admin/chats' })
  const navigate = useNavigate()
  const list = useInfiniteQuery(
    rpc.chats.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...search, cursor }),
      ...inPages,
    }),
  )
  const rows = useNewest(usePages(list, pages), {
    answeredAt: list.dataUpdatedAt,
    get: rpc.chats.get,
    matches: (chat) => matchesFilter[search.filter ?? 'all'](chat) && matchesAssignee(chat, search.assignee),
  })
  useDelivered(rows)
  const go = (to: ChatSearch) => void navigate({ to: '/admin/chats', search: to, replace: true, resetScroll: false })
  const narrowed = Boolean(search.filter || search.assignee || search.search)
  return (
    <>
      <PageHeader title={t('titles.chats')} lead={t('chats.list.lead')} />
      <ChatsToolbar search={search} change={(to) => go({ ...search, ...to })} />
      <Panel flush>
        <PagedRows
          list={list}
          rows={rows}
          none={<Nothing narrowed={narrowed} onAll={() => go({})} />}
          more={(shown) => go({ ...search, pages: shown })}
        >
          {(chats) => <ChatList chats={chats} />}
        </PagedRows>
      </Panel>
    </>
  )
}

const matchesFilter: Record<ChatFilter, (chat: Chat) => boolean> = {
  all: () => true,
  unread: ({ adminUnreadCount }) => adminUnreadCount > 0,
  waiting: ({ lastByBuyer, status }) => lastByBuyer === true && status === 'open',
  open: ({ status }) => status === 'open',
  solved: ({ status }) => status === 'solved',
}

/** `filter` is the id of an admin, `none`, or undefined for all chats. */
const matchesAssignee = ({ assignee }: Chat, filter: string | undefined) => filter === undefined || (assignee?.id ?? 'none') === filter

function Nothing({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }) {
  const about = narrowed
    ? { title: t('chats.list.noneTitle'), text: t('chats.list.noneText'), action: <Button onClick={onAll}>{t('chats.list.clear')}</Button> }
    : { title: t('chats.list.emptyTitle'), text: t('chats.list.emptyText') }
  return <EmptyState icon={<IconMessages size={22} />} {...about} />
}

/** Reports the listed messages of participants as delivered to a device of support (product §7: delivered). */
function useDelivered(chats: readonly Chat[] | undefined): void {
  useEffect(() => {
    for (const { id, lastNumber, lastByBuyer, adminDeliveredTo } of chats ?? []) {
      if (lastByBuyer && adminDeliveredTo < lastNumber) void client.chats.markDelivered({ id, number: lastNumber }).catch(() => {})
    }
  }, [chats])
}
