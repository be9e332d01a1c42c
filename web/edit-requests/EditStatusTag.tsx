import type { EditRequestStatus } from '#domain/edit-request.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<EditRequestStatus, Tone> = {
  pending: 'amber',
  approved: 'green',
  partly_approved: 'green',
  rejected: 'red',
  withdrawn: 'grey',
  superseded: 'grey',
}

/** The status of an edit request as a tag. */
export function EditStatusTag({ status }: { status: EditRequestStatus }) {
  return <Tag tone={tones[status]}>{t(`editRequests.short.${status}`)}</Tag>
}
