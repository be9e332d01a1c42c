import { t } from '#web/platform/i18n/messages.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Keys } from '#web/ui/Keys.tsx'

/** Lists the keys of the support inbox. */
export function ChatKeys({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('approval.keys.title')} open={open} onClose={onClose}>
      <Keys
        lines={[
          [['J'], t('chats.keys.next')],
          [['K'], t('chats.keys.previous')],
          [['N'], t('chats.keys.unread')],
          [['R'], t('chats.inbox.placeholder')],
          [['?'], t('approval.keys.does.help')],
        ]}
      />
      <Keys
        title={t('chats.keys.field')}
        lines={[
          [['Enter'], t('chats.keys.send')],
          [['Shift', 'Enter'], t('chats.keys.line')],
          [['/'], t('chats.keys.canned')],
          [['Esc'], t('chats.keys.leave')],
        ]}
      />
    </Dialog>
  )
}
