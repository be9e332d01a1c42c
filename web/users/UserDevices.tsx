import { useQuery } from '@tanstack/react-query'
import { DeviceRow } from '#web/account/DeviceRow.tsx'
import rows from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The signed-in devices of a person; an admin can end one or all, for example when one was lost. */
export function UserDevices({ id, name }: { id: string; name: string }) {
  const query = useQuery(rpc.users.devices.queryOptions({ input: { id } }))
  const end = useAct({
    send: (deviceId: string | undefined) => client.users.signOut({ id, deviceId }),
    done: (_, deviceId) => toast(deviceId ? t('account.devices.ended') : t('users.record.signedOut', { name })),
    stale: rpc.users.key(),
  })
  const others = query.data?.filter(({ isThis }) => !isThis) ?? []
  const isEnding = (deviceId: string | undefined) => end.isPending && end.variables === deviceId
  return (
    <Panel
      title={t('account.devices.title')}
      actions={
        others.length > 1 && (
          <Button busy={isEnding(undefined)} onClick={() => end.mutate(undefined)}>
            {t('users.record.signOutAll')}
          </Button>
        )
      }
    >
      <DataState query={query} loading={<Skeleton rows={2} />}>
        {(devices) =>
          devices.length === 0 ? (
            <p className="muted short-measure">{t('users.record.deviceNone')}</p>
          ) : (
            <ul className={`${rows.rows} list stack`}>
              {devices.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  busy={isEnding(device.id)}
                  onEnd={device.isThis ? null : () => end.mutate(device.id)}
                />
              ))}
            </ul>
          )
        }
      </DataState>
    </Panel>
  )
}
