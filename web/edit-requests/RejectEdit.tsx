import type { ComponentProps } from 'react'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import { shopAndName } from '#domain/person-names.ts'
import { RejectOne } from '#web/approval/reject/RejectOne.tsx'
import { t } from '#web/platform/i18n/messages.ts'

type Props = Omit<ComponentProps<typeof RejectOne>, 'title' | 'about' | 'draftKey' | 'movedOn'> & { request: EditRequestDetail }

/** Asks for the reason to reject a whole request. */
export function RejectEdit({ request: { id, status, seller, productTitle: title }, ...rest }: Props) {
  return (
    <RejectOne
      {...rest}
      title={t('editRequests.dialog.title')}
      about={t('editRequests.dialog.about', { seller: seller ? shopAndName(seller) : t('approval.noSeller'), title })}
      draftKey={id}
      asksFields={false}
      movedOn={status === 'pending' ? null : t(`editRequests.closed.${status}`)}
    />
  )
}
