import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Device } from '#domain/account.ts'
import { DeviceRow } from '#web/account/DeviceRow.tsx'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'

const stale = rpc.account.devices.key()

/** The signed-in devices; each can be signed out, this one by the usual sign-out. */
export function DevicesPanel() {
  const query = useQuery(rpc.account.devices.queryOptions())
  const others = useAct({ send: client.account.endOtherDevices, done: () => toast(t('account.devices.othersEnded')), stale })
  const many = (query.data?.length ?? 0) > 1
  return (
    <Panel
      title={t('account.devices.title')}
      actions={
        many && (
          <Button busy={others.isPending} onClick={() => others.mutate(undefined)}>
            {t('account.devices.endOthers')}
          </Button>
        )
      }
    >
      <div className="stack gap-12">
        <p className="muted short-measure">{t('account.devices.text')}</p>
        <DataState query={query} loading={<Skeleton rows={2} />}>
          {(devices) => (
            <>
              <ul className={`${css.rows} list`}>
                {devices.map((device) => (
                  <OwnDevice key={device.id} device={device} />
                ))}
              </ul>
              {devices.length === 1 && <p className="muted short-measure">{t('account.devices.alone')}</p>}
            </>
          )}
        </DataState>
      </div>
    </Panel>
  )
}

function OwnDevice({ device }: { device: Device }) {
  const navigate = useNavigate()
  const end = useAct({ send: client.account.endDevice, done: () => toast(t('account.devices.ended')), stale })
  return (
    <DeviceRow
      device={device}
      busy={end.isPending}
      onEnd={() => (device.isThis ? void navigate({ to: '/logout' }) : end.mutate({ id: device.id }))}
    />
  )
}
