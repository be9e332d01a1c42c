import type { UserStatus } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<UserStatus, Tone> = { active: 'green', suspended: 'red', closed: 'grey' }

/** The status of a person as a tag. */
export function UserStatusTag({ status }: { status: UserStatus }) {
  return <Tag tone={tones[status]}>{t(`users.status.${status}`)}</Tag>
}
