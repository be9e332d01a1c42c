import type { UserRecord } from '#contract/users.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'

/** The person's contact, role and dates; if suspended, since when, by whom and why. */
export function UserFacts({ user }: { user: UserRecord }) {
  const { id, name, shopName, role, status, emailVerified, createdAt, lastSeenAt, phone, address, about } = user
  const { suspendedAt, suspendedBy, suspensionReason } = user
  const isSuspended = status === 'suspended'
  return (
    <Facts
      facts={[
        isSuspended &&
          suspendedAt && [
            t('users.status.suspended'),
            <span key="when">
              <Ago at={suspendedAt} /> {suspendedBy && t('editRequests.by', { name: suspendedBy })}
            </span>,
          ],
        isSuspended && suspensionReason && [t('common.reason'), suspensionReason],
        shopName && [t('users.columns.name'), name],
        [t('users.columns.role'), t(`users.role.${role}`)],
        !emailVerified && [t('fields.email'), t('users.unverifiedText')],
        phone && [t('fields.phone'), <Phone key="phone" number={phone} />],
        address && [t('fields.address'), <Written key="address" text={address} />],
        about && [t('fields.about'), <Written key="about" text={about} />],
        [t('users.record.since'), <Day key="since" at={createdAt} />],
        lastSeenAt && [t('users.record.lastSeen'), <Ago key="seen" at={lastSeenAt} />],
        [t('productDetails.fields.id'), id],
      ]}
    />
  )
}

const Phone = ({ number }: { number: string }) => <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a>
const Written = ({ text }: { text: string }) => <span className="as-written">{text}</span>
