import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type Chat, isParticipant } from '#domain/chat.ts'
import { ChatLayout } from '#web/chats/conversation/ChatLayout.tsx'
import { Conversation } from '#web/chats/conversation/Conversation.tsx'
import css from '#web/chats/inbox/Inbox.module.css'
import { detailsId, ParticipantPanel } from '#web/chats/inbox/ParticipantPanel.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'

/** `/admin/chat/{chatId}` (spec §2): one conversation, beside everything that helps to answer it. */
export function InboxPage() {
  const { id } = useParams({ from: '/layout/admin/chat/$id' })
  const query = useQuery(rpc.chats.get.queryOptions({ input: { id } }))
  if (query.data) return <SupportChat key={id} chat={query.data} />
  return (
    <ChatLayout title={t('chats.inbox.window')} back={<Back />}>
      <DataState query={query}>{() => null}</DataState>
    </ChatLayout>
  )
}

function SupportChat({ chat }: { chat: Chat }) {
  const { buyerName, person, status, blocked } = chat
  const own = isParticipant(useMe(), chat)
  return (
    <div className={own ? undefined : `${css.inbox} columns`}>
      <ChatLayout
        title={buyerName}
        lead={
          person ? [person.shopName, person.email].filter(Boolean).join(' · ') : own ? t('chats.inbox.ownChat') : t('chats.inbox.buyer')
        }
        back={<Back />}
        actions={!own && <ToDetails />}
      >
        <Conversation
          chat={chat}
          inInbox={!own}
          placeholder={t('chats.inbox.placeholder', { name: buyerName })}
          empty={<EmptyState title={t('chats.list.none')} />}
          note={<Note solved={status === 'solved'} blocked={blocked} name={buyerName} />}
        />
      </ChatLayout>
      {!own && <ParticipantPanel chat={chat} />}
    </div>
  )
}

function Note({ solved, blocked, name }: { solved: boolean; blocked: boolean; name: string }) {
  const sentences = [
    ...(solved ? [blocked ? t('chats.inbox.solved') : t('chats.inbox.solvedNote', { name })] : []),
    ...(blocked ? [t('chats.inbox.blockedNote', { name })] : []),
  ]
  return sentences.length > 0 ? <p className={css.note}>{sentences.join(' ')}</p> : null
}

/** Scrolls to the details where they are below the conversation. */
function ToDetails() {
  const go = () => {
    const details = document.getElementById(detailsId)
    details?.focus({ preventScroll: true })
    details?.scrollIntoView({ behavior: 'smooth' })
  }
  return (
    <span className={css.toDetails}>
      <Button look="quiet" onClick={go}>
        {t('chats.inbox.details')}
      </Button>
    </span>
  )
}

function Back() {
  return (
    <Link to="/admin/chats" className={`${css.back} hovers`} aria-label={t('chats.inbox.back')}>
      <IconArrowLeft size={18} />
    </Link>
  )
}
