import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChatLayout } from '#web/chats/conversation/ChatLayout.tsx'
import { Conversation } from '#web/chats/conversation/Conversation.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace, useMe } from '#web/platform/session/use-me.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconMessages from '#web/ui/icons/IconMessages.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/chat` and `/chat/*` (spec §2): the user's conversation with support, whatever the suffix. */
export function ChatPage() {
  const { isSupport } = useMe()
  return isSupport ? <OfSupport /> : <Own />
}

function Own() {
  const { marketplaceName } = useMarketplace()
  // The chat is created on first opening and then stays the same.
  const opened = useQuery(rpc.chats.open.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }))
  const id = opened.data?.id
  const fresh = useQuery(rpc.chats.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }))
  return (
    <ChatLayout title={t('titles.chat')} lead={t('chats.own.lead', { name: marketplaceName })}>
      {/* The chat itself is enough: if its messages fail to load, the error is shown beside them. */}
      <DataState query={{ ...opened, data: fresh.data ?? opened.data, isError: opened.isError && !opened.data }}>
        {(chat) => (
          <Conversation
            key={chat.id}
            chat={chat}
            placeholder={t('chats.own.placeholder')}
            empty={<EmptyState icon={IconMessages} title={t('chats.own.emptyTitle')} text={t('chats.own.emptyText')} />}
            closed={chat.blocked ? t('chats.own.blocked') : undefined}
          />
        )}
      </DataState>
    </ChatLayout>
  )
}

/** The support admin has no chat of their own: there is no other side. */
function OfSupport() {
  return (
    <>
      <PageHeader title={t('titles.chat')} />
      <Panel>
        <EmptyState
          icon={IconMessages}
          title={t('chats.own.supportTitle')}
          text={t('chats.own.supportText')}
          action={
            <Link to="/admin/chats" className={buttonClass('primary')}>
              {t('chats.own.toChats')}
            </Link>
          }
        />
      </Panel>
    </>
  )
}
