import { Link } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useState } from 'react'
import type { Chat } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { addressOf, type LinkedItem } from '#web/chats/conversation/linked-items.ts'
import css from '#web/chats/inbox/Inbox.module.css'
import { Notes, useNotes } from '#web/chats/inbox/Notes.tsx'
import { type ChatWork, useChatWork, useFreshChat } from '#web/chats/inbox/use-chat-work.ts'
import { BuyerData } from '#web/orders/BuyerPanel.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { LoadError } from '#web/platform/loading/LoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useAdmins } from '#web/platform/session/use-admins.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'
import IconMessage from '#web/ui/icons/IconMessage.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { UserProducts } from '#web/users/UserProducts.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'

const NewestOrders = lazyComponent(() => import('#web/orders/NewestOrders.tsx'), 'default', LoadError)

export const detailsId = 'chat-details'

type Props = {
  chat: Chat
  /** Back to the conversation, where there is no room for both. */
  onClose: () => void
  /** Puts an address into the message that is being written; undefined where none can be written. */
  onInsert: ((address: string) => void) | undefined
}

/** Details of a conversation: status, participant, their products and orders, and private notes. */
export function ParticipantPanel({ chat, onClose, onInsert }: Props) {
  const { id, buyerId, buyerName, person, buyer, rating } = chat
  const notes = useNotes(id)
  const insertOf =
    (kind: LinkedItem['kind']) =>
    ({ id: itemId, title }: { id: string; title: string }) => {
      const address = addressOf({ kind, id: itemId }, person?.role ?? 'seller')
      return (
        onInsert && (
          <IconButton label={t('chats.inbox.insert', { title })} onClick={() => onInsert(`${location.origin}${address}`)}>
            <IconMessage size={18} />
          </IconButton>
        )
      )
    }
  return (
    <aside
      id={detailsId}
      tabIndex={-1}
      className={`${css.side} stack shrinks-both not-printed`}
      aria-label={t('chats.inbox.about', { name: buyerName })}
    >
      <div className={css.closeDetails}>
        {/* The heading of the conversation is not on this screen. */}
        <h1 className="visually-hidden">{t('chats.inbox.about', { name: buyerName })}</h1>
        <Button look="quiet" icon={<IconArrowLeft size={16} />} onClick={onClose}>
          {t('chats.inbox.closeDetails')}
        </Button>
      </div>
      <Panel title={t('chats.inbox.details')} actions={<Status chat={chat} />}>
        <div className="stack gap-12">
          <Work chat={chat} />
          {rating && <RatingGiven {...rating} />}
        </div>
      </Panel>
      {buyer && (
        <Panel title={t('orders.columns.buyer')}>
          <div className="stack gap-12 breaks">
            <p>
              <Tag tone={buyer.verified ? 'green' : 'amber'}>{t(buyer.verified ? 'chats.inbox.verified' : 'chats.inbox.visitor')}</Tag>
            </p>
            {buyer.email ? <BuyerData email={buyer.email} /> : <p className="muted">{t('chats.inbox.noEmail')}</p>}
          </div>
        </Panel>
      )}
      <Panel title={t('chats.inbox.notes')}>
        <Notes id={id} query={notes} />
      </Panel>
      {/* Waits for the notes above it, which would move it. */}
      {person && !isFirstLoad(notes) && (
        <Panel
          flush
          title={t('titles.products')}
          actions={
            <Link to="/admin/users/$id" params={{ id: buyerId }}>
              {t('chats.inbox.toPerson')}
            </Link>
          }
        >
          {person.status !== 'active' && (
            <p className={css.standing}>
              <UserStatusTag status={person.status} />
            </p>
          )}
          <UserProducts id={buyerId} action={insertOf('product')} />
        </Panel>
      )}
      {person?.role === 'seller' && !isFirstLoad(notes) && <Orders of={buyerId} action={insertOf('order')} />}
    </aside>
  )
}

function RatingGiven({ score, comment }: NonNullable<Chat['rating']>) {
  return (
    <div className="stack gap-6">
      <p className="strong">{t('chats.rating.given', { score })}</p>
      {comment && <p className="muted as-written breaks">{comment}</p>}
    </div>
  )
}

function Orders({ of, action }: { of: string; action: NonNullable<ComponentProps<typeof UserProducts>['action']> }) {
  return (
    <Panel
      flush
      title={t('titles.orders')}
      actions={
        <Link to="/admin/orders" search={{ seller_id: of }}>
          {t('orders.record.toList')}
        </Link>
      }
    >
      <Suspense fallback={<Skeleton rows={2} />}>
        <NewestOrders id={of} action={action} />
      </Suspense>
    </Panel>
  )
}

function Status({ chat: { status } }: { chat: Chat }) {
  return <Tag tone={status === 'solved' ? 'green' : 'blue'}>{t(`chats.inbox.status.${status}`)}</Tag>
}

function Work({ chat }: { chat: Chat }) {
  const { id, assignee } = chat
  const admins = useAdmins()
  const work = useChatWork(id)
  // The assignee is listed even if they are no longer an admin.
  const assignable = assignee && !admins.some((admin) => admin.id === assignee.id) ? [...admins, assignee] : admins
  return (
    <div className="stack gap-12">
      <Select
        label={t('chats.inbox.assignee')}
        value={assignee?.id ?? ''}
        options={[
          { value: '', label: t('chats.inbox.unassigned') },
          ...assignable.map((admin) => ({ value: admin.id, label: admin.name })),
        ]}
        onChange={({ target }) => work.mutate({ move: 'assign', assigneeId: target.value || null })}
      />
      <div className="row">
        <BlockButton chat={chat} work={work} />
      </div>
    </div>
  )
}

/** Blocks a participant after stating the effect, or unblocks them. */
function BlockButton({ chat: { id, blocked, buyerName: name }, work }: { chat: Chat; work: ChatWork }) {
  const take = useFreshChat()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button busy={work.isPending} onClick={() => (blocked ? work.mutate({ move: 'unblock' }) : setAsking(true))}>
        {t(blocked ? 'chats.inbox.unblock' : 'chats.inbox.block')}
      </Button>
      <FormDialog
        title={t('chats.inbox.blockTitle', { name })}
        text={t('chats.inbox.blockText')}
        open={asking}
        onClose={close}
        danger
        submit={t('chats.inbox.block')}
        fields={['reason']}
        check={(typed: { reason: string }) => ({ reason: required(typed.reason) })}
        send={({ reason }) => client.chats.block({ id, reason })}
        done={(fresh) => {
          void take(fresh)
          close()
        }}
      >
        <TextArea
          name="reason"
          label={t('common.reason')}
          mark
          rows={3}
          maxLength={limits.chat.blockReasonMax}
          hint={t('chats.inbox.blockHint')}
        />
      </FormDialog>
    </>
  )
}
