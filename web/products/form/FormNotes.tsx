import { t } from '#web/platform/i18n/messages.ts'
import { ChangeNotes } from '#web/products/form/ChangeNotes.tsx'
import css from '#web/products/form/ProductForm.module.css'
import { RejectionNote } from '#web/products/form/RejectionNote.tsx'
import type { FormState } from '#web/products/form/use-form-state.ts'
import type { SaveProduct } from '#web/products/form/use-save-product.ts'
import { Note } from '#web/ui/Note.tsx'

/** What a seller has to know before the fields: why it was rejected, what is reviewed, what waits already. */
export function FormNotes({ form, saving }: { form: FormState; saving: SaveProduct }) {
  const { base } = form
  if (!base) return null
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
      {base.status === 'approved' && <ChangeNotes product={base} />}
    </div>
  )
}
