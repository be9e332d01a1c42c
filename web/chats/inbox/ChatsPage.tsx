import { useSearch } from '@tanstack/react-router'
import css from '#web/chats/inbox/Inbox.module.css'
import { ListPane } from '#web/chats/inbox/ListPane.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconMessages from '#web/ui/icons/IconMessages.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** `/admin/chats` (spec §2): the support inbox with no chat open. */
export function ChatsPage() {
  usePageTitle(t('titles.chats'))
  return (
    <div className={`${css.inbox} sized`} data-shows="list">
      <div className={css.panes}>
        <ListPane search={useSearch({ from: '/layout/admin/chats' })} openId={null} />
        <div className={`${css.place} middle shrinks-both`}>
          <EmptyState icon={IconMessages} title={t('chats.list.choose')} text={t('chats.list.chooseText')} />
        </div>
      </div>
    </div>
  )
}
