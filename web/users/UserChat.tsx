import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Chat } from '#domain/chat.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useOpenChat } from '#web/product-views/OpenChat.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import IconMessage from '#web/ui/icons/IconMessage.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownCount } from '#web/ui/shown-count.ts'
import { Ago } from '#web/ui/Time.tsx'

/** Opens the person's conversation with support; the first time, it is created. */
export function ChatButton({ id }: { id: string }) {
  return (
    <Button icon={<IconMessage size={16} />} {...useOpenChat(id)}>
      {t('users.record.chat')}
    </Button>
  )
}

/** The person's chat with support (product §2): when the last message was sent, and how many no admin has read. */
export function UserChat({ id }: { id: string }) {
  const query = useQuery(rpc.chats.list.queryOptions({ input: { buyerId: id, limit: 1 } }))
  return (
    <Panel title={t('titles.chat')}>
      <DataState query={query} loading={<Skeleton rows={1} />}>
        {({ rows: [chat] }) => (chat ? <About chat={chat} /> : <p className="muted">{t('chats.list.none')}</p>)}
      </DataState>
    </Panel>
  )
}

function About({ chat: { id, lastMessageTimestamp, adminUnreadCount } }: { chat: Chat }) {
  return (
    <Facts
      facts={[
        lastMessageTimestamp && [
          t('users.record.lastMessage'),
          <Link key="last" to="/admin/chat/$id" params={{ id }}>
            <Ago at={lastMessageTimestamp} />
          </Link>,
        ],
        [t('users.record.unread'), shownCount(adminUnreadCount)],
      ]}
    />
  )
}
