import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/product-views/field-list.ts'
import type { Saved } from '#web/products/form/save-product.ts'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import type { SaveKind } from '#web/products/form/use-save-product.ts'

/** What saving led to: on an approved product also which fields apply now and which wait for review (product §4). */
export function savedSentence(before: ShownProduct | null, { product, routed }: Saved, kind: SaveKind): string {
  const { title, status } = product
  if (status === 'draft') return t('products.form.draftSaved', { title })
  if (kind === 'submit') return t('products.form.submitted', { title })
  if (status !== 'approved' || !routed) return t('products.form.saved', { title })
  const { applied, waiting } = routed
  const isBack = before?.request !== undefined && product.editRequestId === null
  return [
    t(applied.length > 0 ? 'products.savedNow' : 'products.form.saved', { title, fields: fieldList(applied) }),
    waiting.length > 0 && t('products.savedWaiting', { fields: fieldList(waiting) }),
    isBack && t('products.savedBack'),
  ]
    .filter(Boolean)
    .join(' ')
}
