import { t } from '#web/messages/messages.ts'

export function AddProductPage() {
  return <h1>{t('products.add')}</h1>
}
