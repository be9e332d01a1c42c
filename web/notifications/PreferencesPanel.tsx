import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Channel, Preferences } from '#domain/notification.ts'
import css from '#web/notifications/NotificationsPage.module.css'
import { typesShown } from '#web/notifications/notification-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'

const all: Record<Channel, true> = { both: true, app: true, mail: true }
const channels = (Object.keys(all) as Channel[]).map((value) => ({ value, label: t(`notifications.channels.${value}`) }))

/** The channel of each type of notification: app, mail, or both; each choice is saved at once. */
export function PreferencesPanel() {
  const query = useQuery(rpc.notifications.preferences.queryOptions())
  return (
    <Panel title={t('notifications.how')}>
      <DataState query={query} loading={<Skeleton rows={2} />}>
        {(preferences) => <Choices preferences={preferences} />}
      </DataState>
    </Panel>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const queries = useQueryClient()
  const { role } = useMe()
  const save = useAct({
    send: (change: Partial<Preferences>) => client.notifications.choose({ change }),
    done: (saved) => {
      queries.setQueryData(rpc.notifications.preferences.queryKey(), saved)
      toast(t('notifications.saved'))
    },
  })
  const shown = { ...preferences, ...(save.isPending && save.variables) }
  return (
    <div className={css.choices}>
      {typesShown.map((type) => (
        <Select
          key={type}
          label={t(`notifications.types.${type}`)}
          hint={type === 'info' && t(`notifications.infoHint.${role}`)}
          value={shown[type]}
          options={channels}
          onChange={({ target }) => save.mutate({ [type]: target.value as Channel })}
        />
      ))}
      <Select
        label={t('notifications.mailWhen')}
        value={shown.daily ? 'daily' : 'now'}
        options={[
          { value: 'now', label: t('notifications.mailNow') },
          { value: 'daily', label: t('notifications.mailDaily') },
        ]}
        onChange={({ target }) => save.mutate({ daily: target.value === 'daily' })}
      />
    </div>
  )
}
