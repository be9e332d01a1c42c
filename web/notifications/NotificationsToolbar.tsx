import { type NotificationSearch, typesShown } from '#web/notifications/notification-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Select } from '#web/ui/Select.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'

type Props = { search: NotificationSearch; change: (to: NotificationSearch) => void }

/** What narrows the list of notices. */
export function NotificationsToolbar({ search, change }: Props) {
  const types = typesShown.map((type) => ({ value: type, label: t(`notifications.types.${type}`) }))
  return (
    <Toolbar>
      <Select
        label={t('notifications.type')}
        quiet
        value={search.type ?? ''}
        options={[{ value: '', label: t('notifications.allTypes') }, ...types]}
        onChange={({ target }) => change({ ...search, type: typesShown.find((type) => type === target.value) })}
      />
      <Select
        label={t('notifications.state')}
        quiet
        value={search.unread ?? ''}
        options={[
          { value: '', label: t('notifications.readToo') },
          { value: 'yes', label: t('notifications.onlyUnread') },
        ]}
        onChange={({ target }) => change({ ...search, unread: target.value === 'yes' ? 'yes' : undefined })}
      />
    </Toolbar>
  )
}
