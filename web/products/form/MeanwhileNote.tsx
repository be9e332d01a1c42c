import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/product-views/field-list.ts'
import css from '#web/products/form/ProductForm.module.css'
import type { SaveProduct } from '#web/products/form/use-save-product.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

/** The product moved on while somebody typed: what happened, and the way on that loses nothing. */
export function MeanwhileNote({ saving, base }: { saving: SaveProduct; base: Product }) {
  if (!saving.meanwhile) return null
  const { fresh, clashes } = saving.meanwhile
  const status = t(`products.status.${fresh.status}`).toLowerCase()
  return (
    <Note tone="warn" action={<Button onClick={() => saving.restOn(fresh)}>{t('products.changedMeanwhile.load')}</Button>}>
      <strong className={css.noteTitle}>{t('products.changedMeanwhile.title')}</strong>
      {fresh.status !== base.status && `${t('products.changedMeanwhile.status', { status })} `}
      {clashes.length > 0 && `${t('products.changedMeanwhile.clashes', { fields: fieldList(clashes) })} `}
      {t('products.changedMeanwhile.text')}
    </Note>
  )
}
