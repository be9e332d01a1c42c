import type { Attempt } from '#contract/products.ts'
import { errors } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { ContentField } from '#domain/product-fields.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { AssignSeller } from '#web/product-views/AssignSeller.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = {
  product: Product
  attempts: readonly Attempt[]
  changed: readonly ContentField[]
  isUnread: boolean
  onRead: () => void
}

/** What an admin has to know before the review. */
export function ReviewNotes({ product, attempts, changed, isUnread, onRead }: Props) {
  const last = attempts.at(-1)
  const isDecided = product.status === 'approved' || product.status === 'rejected'
  return (
    <>
      {product.seller_id === null && (
        <Note tone="warn" action={<AssignSeller product={product} />}>
          {errors['no-seller'].message}
        </Note>
      )}
      <div className="stack gap-8 if-filled" aria-live="polite">
        {isUnread && <ChangedNote {...{ changed, onRead }} />}
        {isDecided && last?.decision && last.decidedAt && (
          <Note>
            <Dotted>
              {t(`approval.decidedBy.${last.takenDown ? 'takenDown' : last.decision}`, {
                name: last.decidedBy ?? t('history.unknownPerson'),
              })}
              <Ago at={last.decidedAt} />
            </Dotted>
          </Note>
        )}
        {product.status === 'archived' && (
          <Note>{t(product.archivedByAdmin ? 'approval.archivedByAdmin' : 'approval.archivedByOwner')}</Note>
        )}
        {product.status === 'pending' && <Again attempts={attempts} />}
      </div>
    </>
  )
}

type ChangedNoteProps = { changed: readonly ContentField[]; onRead: () => void }

/** Says that what an admin reads has changed, and what of it. */
export function ChangedNote({ changed, onRead }: ChangedNoteProps) {
  return (
    <Note tone="warn" action={<Button onClick={onRead}>{t('approval.markRead')}</Button>}>
      {changed.length > 0 ? t('approval.changed', { fields: fieldList(changed) }) : t('approval.changedUnseen')}
    </Note>
  )
}

/** "Third attempt, same reason": what the reviewer should check first. */
function Again({ attempts }: { attempts: readonly Attempt[] }) {
  const rejected = attempts.filter(({ decision }) => decision === 'rejected')
  const last = rejected.at(-1)
  if (!last) return null
  const number = ordinal(attempts.at(-1)?.number ?? 1)
  const same = rejected.length > 1 && last.code !== null && rejected.every(({ code }) => code === last.code)
  const reason = t(`approval.reasons.${last.code ?? 'other'}`)
  return (
    <Note tone="warn">
      <b>{t(same ? 'approval.again.same' : 'approval.again.rejected', { number, reason })}</b>
      {last.rejectionReason && <p className="as-written">{last.rejectionReason}</p>}
    </Note>
  )
}

const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'] as const
const endings = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "Third" for 3, "21st" for 21; for the beginning of a sentence. */
function ordinal(number: number): string {
  const word = words[number - 1]
  return word ? t(`approval.ordinals.${word}`) : `${number}${suffixes[endings.select(number)] ?? 'th'}`
}
