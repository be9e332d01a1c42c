import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import css from '#web/products/form/ProductForm.module.css'
import { Note } from '#web/ui/Note.tsx'

/** Why a product was rejected, and what to do next. It stays until the product is submitted again. */
export function RejectionNote({ product: { status, rejectionReason, rejection } }: { product: Product }) {
  if (!rejectionReason || (status !== 'rejected' && status !== 'draft')) return null
  const { code, fields } = rejection ?? {}
  return (
    <Note tone={status === 'rejected' ? 'bad' : 'warn'}>
      <strong className="block bold">
        {code && code !== 'other' ? t('products.rejected.title', { reason: t(`approval.reasons.${code}`) }) : t('products.status.rejected')}
      </strong>
      <p className={css.reason}>{rejectionReason}</p>
      {fields && fields.length > 0 && <p>{t('products.rejected.fields', { fields: fieldList(fields) })}</p>}
      <p>{t('products.rejected.next')}</p>
    </Note>
  )
}
