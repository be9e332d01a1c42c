import { errors } from '#domain/errors.ts'
import { t } from '#web/messages/messages.ts'
import { fieldList } from '#web/products/field-list.ts'
import css from '#web/products/ProductForm.module.css'
import { RejectionNote } from '#web/products/RejectionNote.tsx'
import type { FormState } from '#web/products/use-form-state.ts'
import type { SaveProduct } from '#web/products/use-save-product.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

/** What a seller has to know before the fields: why it was rejected, what is locked, what happened meanwhile. */
export function FormNotes({ form, saving }: { form: FormState; saving: SaveProduct }) {
  const { base } = form
  if (!base) return null
  const lost = form.changed.filter(form.isLocked)
  return (
    <div className={css.notes}>
      <RejectionNote product={base} />
      {base.unfinished && !saving.isNew && (
        <Note tone="warn">
          <strong className={css.noteTitle}>{t('products.unfinishedNote.title')}</strong>
          {t('products.unfinishedNote.text')}
        </Note>
      )}
      {base.status === 'pending' && !base.unfinished && <Note>{t('products.pendingNote')}</Note>}
      {base.status === 'approved' && (
        <Note>
          <strong className={css.noteTitle}>{t('products.lockedTitle')}</strong>
          {errors['field-locked'].message}
        </Note>
      )}
      {lost.length > 0 && (
        <Note tone="warn" action={<Button onClick={() => form.takeBack(lost)}>{t('products.takeBack')}</Button>}>
          {t('products.lockedMeanwhile', { fields: fieldList(lost) })}
        </Note>
      )}
    </div>
  )
}
