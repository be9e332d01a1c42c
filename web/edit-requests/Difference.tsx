import type { ReactNode } from 'react'
import type { EditRequestDetail, ReviewableField } from '#domain/edit-request.ts'
import { Beside } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/platform/i18n/later.ts'
import { Tag } from '#web/ui/Tag.tsx'

type Props = {
  request: Pick<EditRequestDetail, 'fields' | 'live' | 'proposed' | 'gone' | 'productTitle' | 'product' | 'status'>
  /** Fields that moved while this was read. */
  changed?: readonly ReviewableField[]
  /** What stands below a field: what to do with it, or what was done. */
  children?: (field: ReviewableField) => ReactNode
}

/** What stands on sale beside what is proposed, field by field (product §4). */
export function Difference({ request, changed = [], children }: Props) {
  return (
    <div className={css.fields}>
      {request.fields.map((field) => (
        <section key={field} className={css.field} data-changed={changed.includes(field) || undefined}>
          <h3 className={css.name}>
            {t(`approval.fields.${field}`)} {changed.includes(field) && <Tag tone="amber">{t('editRequests.changedTag')}</Tag>}
          </h3>
          <Beside field={field} request={request} />
          {children?.(field)}
        </section>
      ))}
    </div>
  )
}
