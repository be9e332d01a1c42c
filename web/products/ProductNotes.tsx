import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/products/form/ProductForm.module.css'
import { RejectionNote } from '#web/products/form/RejectionNote.tsx'
import { whyNotRestored } from '#web/products/MoveProduct.tsx'
import { Note } from '#web/ui/Note.tsx'

/** Shown above the product: its rejection, its unfinished creation, or that an admin archived it. */
export function ProductNotes({ product }: { product: Product }) {
  const notRestorable = whyNotRestored(product)
  return (
    <div className={`${css.notes} stack gap-12`}>
      <RejectionNote product={product} />
      {product.unfinished && (
        <Note tone="warn">
          <strong className="block bold">{t('products.unfinishedNote.title')}</strong>
          {t('products.unfinishedHint')}
        </Note>
      )}
      {notRestorable && <Note tone="warn">{notRestorable}</Note>}
    </div>
  )
}
