import type { Device } from '#domain/account.ts'
import { browserAndSystem } from '#web/account/device-name.ts'
import css from '#web/account/ProfilePage.module.css'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = { device: Device; busy: boolean; onEnd: (() => void) | null }

/** One signed-in device: what it is, since when, its last request, and from where. */
export function DeviceRow({ device: { userAgent, ipAddress, createdAt, seenAt, isThis }, busy, onEnd }: Props) {
  const { browser, system } = browserAndSystem(userAgent)
  const name = browser && system ? t('account.devices.on', { browser, system }) : (browser ?? system ?? t('account.devices.unknown'))
  return (
    <li>
      <div className={`${css.device} stack gap-4`} title={userAgent}>
        <div className="name-line">
          {name}
          {isThis && <Tag tone="blue">{t('account.devices.this')}</Tag>}
        </div>
        <p className="muted short-measure">
          <Dotted>
            <span>
              {t('account.devices.since')} <Ago at={createdAt} />
            </span>
            <span>
              {t('account.devices.lastSeen')} <Ago at={seenAt} />
            </span>
            {ipAddress}
          </Dotted>
        </p>
      </div>
      {onEnd && (
        <Button aria-label={t('account.devices.endOf', { device: name })} busy={busy} onClick={onEnd}>
          {t('layout.signOut')}
        </Button>
      )}
    </li>
  )
}
