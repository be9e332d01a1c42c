import type { ReactNode } from 'react'
import type { UserRecord } from '#contract/users.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'

type Fact = readonly [string, ReactNode]

/** The person's role and status; if suspended, since when, by whom and why. */
export function UserFacts({ user }: { user: UserRecord }) {
  const { id, role, emailVerified, createdAt } = user
  return (
    <Facts
      facts={[
        [t('users.columns.role'), t(`users.role.${role}`)],
        ...(emailVerified ? [] : [[t('users.record.email'), t('users.unverifiedText')] as const]),
        [t('users.record.since'), <Day key="since" at={createdAt} />],
        ...suspension(user),
        [t('users.record.id'), id],
      ]}
    />
  )
}

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
