import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { type Chat, isParticipant } from '#domain/chat.ts'
import { ChatLayout } from '#web/chats/conversation/ChatLayout.tsx'
import { Conversation } from '#web/chats/conversation/Conversation.tsx'
import css from '#web/chats/inbox/Inbox.module.css'
import { ListPane } from '#web/chats/inbox/ListPane.tsx'
import { detailsId, ParticipantPanel } from '#web/chats/inbox/ParticipantPanel.tsx'
import { useChatWork } from '#web/chats/inbox/use-chat-work.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { Avatar } from '#web/platform/Person.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'

/** `/admin/chat/{chatId}` (spec §2): one conversation, between the list of all and what helps to answer it. */
export function InboxPage() {
  const { id } = useParams({ from: '/layout/admin/chat/$id' })
  const search = useSearch({ from: '/layout/admin/chat/$id' })
  const query = useQuery(rpc.chats.get.queryOptions({ input: { id } }))
  // Where there is no room for both, the details stand in place of the list, or of the conversation.
  const [details, setDetails] = useState(false)
  return (
    <div className={`${css.inbox} sized whole-printed`} data-shows={details ? 'details' : 'chat'}>
      <div className={`${css.panes} whole-printed`}>
        <ListPane search={search} openId={id} />
        {query.data ? (
          <SupportChat key={id} chat={query.data} details={details} setDetails={setDetails} />
        ) : (
          <div className={`${css.place} shrinks-both`}>
            <ChatLayout title={t('titles.chat')} back={<Back />}>
              <DataState query={query}>{() => null}</DataState>
            </ChatLayout>
          </div>
        )}
      </div>
    </div>
  )
}

type Props = { chat: Chat; details: boolean; setDetails: (open: boolean) => void }

function SupportChat({ chat, details, setDetails }: Props): ReactNode {
  const { buyerName, person, status, blocked } = chat
  const own = isParticipant(useMe(), chat)
  const isClosed = person?.status === 'closed'
  const insert = useRef<(text: string) => void>(null)
  return (
    <>
      <div className={`${css.place} shrinks-both`}>
        <ChatLayout
          title={buyerName}
          lead={
            person
              ? [person.shopName, person.email].filter(Boolean).join(' · ')
              : own
                ? t('chats.inbox.ownChat')
                : t('orders.columns.buyer')
          }
          back={
            <>
              <Back />
              <span className={`${css.face} contents`}>
                <Avatar name={buyerName} picture={person?.avatar} size={36} />
              </span>
            </>
          }
          actions={
            !own && (
              <>
                <SolveButton chat={chat} />
                <span className={`${css.toDetails} contents`}>
                  <Button look="quiet" aria-expanded={details} aria-controls={detailsId} onClick={() => setDetails(!details)}>
                    {t('chats.inbox.details')}
                  </Button>
                </span>
              </>
            )
          }
        >
          <Conversation
            chat={chat}
            inInbox={!own}
            hasKeys
            insertRef={insert}
            placeholder={t('chats.inbox.placeholder')}
            empty={<EmptyState title={t('chats.list.none')} />}
            note={!isClosed && <Note solved={status === 'solved'} blocked={blocked} name={buyerName} />}
            closed={isClosed ? t('chats.inbox.closed') : undefined}
          />
        </ChatLayout>
      </div>
      {!own && (
        <ParticipantPanel
          chat={chat}
          onClose={() => setDetails(false)}
          onInsert={
            isClosed
              ? undefined
              : (text) => {
                  setDetails(false)
                  insert.current?.(text)
                }
          }
        />
      )}
    </>
  )
}

/** Solves a conversation or reopens it: one word on the button, because the name beside it needs the room. */
function SolveButton({ chat: { id, status } }: { chat: Chat }) {
  const work = useChatWork(id)
  if (status === 'solved')
    return (
      <Button busy={work.isPending} onClick={({ detail }) => detail < 2 && work.mutate({ move: 'reopen' })}>
        {t('chats.inbox.reopen')}
      </Button>
    )
  return (
    <Button title={t('chats.inbox.solveHint')} busy={work.isPending} onClick={({ detail }) => detail < 2 && work.mutate({ move: 'solve' })}>
      {t('chats.inbox.solve')}
    </Button>
  )
}

function Note({ solved, blocked, name }: { solved: boolean; blocked: boolean; name: string }) {
  const sentences = [
    ...(solved ? [blocked ? t('chats.inbox.solved') : t('chats.inbox.solvedNote', { name })] : []),
    ...(blocked ? [t('chats.inbox.blockedNote', { name })] : []),
  ]
  return sentences.length > 0 ? <p className={`${css.note} topped small fair`}>{sentences.join(' ')}</p> : null
}

/** Back to the list, where there is no room for it beside the conversation. */
function Back() {
  const search = useSearch({ from: '/layout/admin/chat/$id' })
  return (
    <Link
      to="/admin/chats"
      search={search}
      className={`${css.back} middle fixed muted hovers not-printed`}
      aria-label={t('chats.inbox.back')}
    >
      <IconArrowLeft size={18} />
    </Link>
  )
}
