import type { Attempt } from '#contract/products.ts'
import { errors } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Problem } from '#web/app/problem.ts'
import css from '#web/approval/OpenedProduct.module.css'
import { t } from '#web/messages/messages.ts'
import { fieldList } from '#web/products/field-list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = {
  product: Product
  attempts: readonly Attempt[]
  changed: readonly (keyof typeof fieldNames)[]
  isUnread: boolean
  onSeen: () => void
  problem: Problem | null
}
const fieldNames = { title: true, description: true, images: true, category: true, tags: true, attributes: true, price: true } as const
/** What an admin has to know before reading on. */
export function ReviewNotes({ product, attempts, changed, isUnread, onSeen, problem }: Props) {
  const last = attempts.at(-1)
  const isDecided = product.status === 'approved' || product.status === 'rejected'
  return (
    <div className={css.notes} aria-live="polite">
      {problem && <Note tone="bad">{problem.message}</Note>}
      {isUnread && (
        <Note tone="warn" action={<Button onClick={onSeen}>{t('approval.seen')}</Button>}>
          {changed.length > 0 ? t('approval.changed', { fields: fieldList(changed) }) : t('approval.changedUnseen')}
        </Note>
      )}
      {product.seller_id === null && <Note tone="warn">{errors['no-seller'].message}</Note>}
      {!problem && isDecided && last?.decision && last.decidedAt && (
        <Note>
          {t(`approval.decidedBy.${last.decision}`, { name: last.decidedBy ?? t('approval.nobody') })} · <Ago at={last.decidedAt} />
        </Note>
      )}
      {product.status === 'pending' && <Again attempts={attempts} />}
    </div>
  )
}

/** "Attempt 3. It was rejected twice for the same reason": what the reader should look at first. */
function Again({ attempts }: { attempts: readonly Attempt[] }) {
  const rejected = attempts.filter(({ decision }) => decision === 'rejected')
  const last = rejected.at(-1)
  if (!last) return null
  const number = attempts.at(-1)?.number ?? 1
  const same = rejected.filter(({ code }) => code !== null && code === last.code).length
  const reason = t(`approval.reasons.${last.code ?? 'other'}`)
  return (
    <Note tone="warn">
      {same > 1 ? t('approval.sameReason', { number, count: same, reason }) : t('approval.againFor', { number, reason })}
    </Note>
  )
}
