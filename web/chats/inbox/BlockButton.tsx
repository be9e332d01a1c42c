import { useState } from 'react'
import type { Chat } from '#domain/chat.ts'
import type { ChatWork } from '#web/chats/inbox/ParticipantPanel.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Blocks a participant after stating the effect, or unblocks them. */
export function BlockButton({ chat: { blocked, buyerName: name }, work }: { chat: Chat; work: ChatWork }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button busy={work.isPending} onClick={() => (blocked ? work.mutate({ move: 'unblock' }) : setAsking(true))}>
        {t(blocked ? 'chats.inbox.unblock' : 'chats.inbox.block')}
      </Button>
      <Dialog
        title={t('chats.inbox.blockTitle', { name })}
        open={asking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('chats.inbox.cancel')}</Button>
            <Button look="danger" busy={work.isPending} onClick={() => work.mutate({ move: 'block' }, { onSuccess: close })}>
              {t('chats.inbox.block')}
            </Button>
          </>
        }
      >
        {t('chats.inbox.blockText')}
      </Dialog>
    </>
  )
}
