import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import type { RejectionField } from '#domain/rejection.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/products/ProductForm.module.css'
import type { FormState } from '#web/products/use-form-state.ts'

/** What stands under a field: that it is locked, that the reviewer wants it mended, or how to fill it in. */
export function FieldNote({ form, name, text }: { form: FormState; name: RejectionField; text?: string | undefined }) {
  if (form.isLocked(name)) {
    return (
      <span className={css.lock}>
        <IconLock size={13} aria-hidden />
        {t('products.locked')}
      </span>
    )
  }
  const asked = form.base?.status === 'rejected' && form.base.rejection?.fields.includes(name)
  if (!asked) return text ?? null
  return form.changed.includes(name) ? (
    <span className={css.mended}>{t('products.rejected.mended')}</span>
  ) : (
    <span className={css.mend}>{t('products.rejected.mend')}</span>
  )
}
