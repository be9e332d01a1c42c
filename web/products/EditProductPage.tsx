import { t } from '#web/messages/messages.ts'

export function EditProductPage() {
  return <h1>{t('products.edit')}</h1>
}
