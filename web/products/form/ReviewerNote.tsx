import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/products/form/ProductForm.module.css'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

/** Room for a word to whoever reviews the change; only where something waits or is about to. */
export function ReviewerNote({ form }: { form: FormState }) {
  if (!form.takesNote) return null
  return (
    <div className={css.reviewer}>
      <Panel>
        <TextArea
          label={t('products.form.note')}
          hint={t('products.form.noteHint')}
          rows={2}
          maxLength={limits.editRequest.noteMax}
          value={form.note}
          onChange={({ target }) => form.setNote(target.value)}
        />
      </Panel>
    </div>
  )
}
