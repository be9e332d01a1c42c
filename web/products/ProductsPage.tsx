import { t } from '#web/messages/messages.ts'

export function ProductsPage() {
  return <h1>{t('products.title')}</h1>
}
