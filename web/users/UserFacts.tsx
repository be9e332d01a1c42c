import type { ReactNode } from 'react'
import type { UserRecord } from '#contract/users.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'

type Fact = readonly [string, ReactNode]

/** The person's contact, role and dates; if suspended, since when, by whom and why. */
export function UserFacts({ user }: { user: UserRecord }) {
  const { id, name, shopName, role, emailVerified, createdAt, lastSeenAt, phone, address, about } = user
  return (
    <Facts
      facts={[
        ...suspension(user),
        ...(shopName ? [[t('users.columns.name'), name] as const] : []),
        [t('users.columns.role'), t(`users.role.${role}`)],
        ...(emailVerified ? [] : [[t('users.record.email'), t('users.unverifiedText')] as const]),
        ...(phone
          ? [
              [
                t('account.phone'),
                <a key="phone" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                  {phone}
                </a>,
              ] as const,
            ]
          : []),
        ...asWritten(t('account.address'), address),
        ...asWritten(t('account.aboutText'), about),
        [t('users.record.since'), <Day key="since" at={createdAt} />],
        ...(lastSeenAt ? [[t('users.record.lastSeen'), <Ago key="seen" at={lastSeenAt} />] as const] : []),
        [t('users.record.id'), id],
      ]}
    />
  )
}

const asWritten = (name: string, text: string): Fact[] =>
  text
    ? [
        [
          name,
          <span key={name} className="as-written">
            {text}
          </span>,
        ],
      ]
    : []

function suspension({ status, suspendedAt, suspendedBy, suspensionReason }: UserRecord): Fact[] {
  if (status !== 'suspended') return []
  const when = suspendedAt && (
    <span key="when">
      <Ago at={suspendedAt} /> {suspendedBy && t('users.record.suspendedBy', { name: suspendedBy })}
    </span>
  )
  return [
    ...(when ? [[t('users.record.suspended'), when] as const] : []),
    ...(suspensionReason ? [[t('users.record.reason'), suspensionReason] as const] : []),
  ]
}
