import type { ReactNode } from 'react'
import type { EditRequestDetail, ReviewableField } from '#domain/edit-request.ts'
import { Beside } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { Tag } from '#web/ui/Tag.tsx'

type Props = {
  request: Pick<EditRequestDetail, 'fields' | 'live' | 'proposed' | 'gone' | 'productTitle' | 'product' | 'status'>
  /** Fields that changed since they were read. */
  changed?: readonly ReviewableField[]
  /** Shown below a field: the choice, or the decision. */
  children?: (field: ReviewableField) => ReactNode
}

/** Live beside proposed values, field by field (product §4). */
export function Difference({ request, changed = [], children }: Props) {
  return (
    <div className="stack gap-20 joined">
      {request.fields.map((field) => (
        <section
          key={field}
          data-field={field}
          className={`${css.field} part stack gap-10`}
          data-changed={changed.includes(field) || undefined}
        >
          <h3 className="line">
            {fieldLabel(field)} {changed.includes(field) && <Tag tone="amber">{t('editRequests.changedTag')}</Tag>}
          </h3>
          <Beside field={field} request={request} />
          {children?.(field)}
        </section>
      ))}
    </div>
  )
}
