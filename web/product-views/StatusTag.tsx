import type { ProductStatus } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<ProductStatus, Tone> = { draft: 'grey', pending: 'amber', approved: 'green', rejected: 'red', archived: 'grey' }

/** The status of a product as a tag. */
export function StatusTag({ status }: { status: ProductStatus }) {
  return <Tag tone={tones[status]}>{t(`products.status.${status}`)}</Tag>
}
