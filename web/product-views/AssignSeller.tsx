import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'

const AssignDialog = lazyDialog(() => import('#web/product-views/AssignDialog.tsx'), 'default')

/** The button that assigns a product to a seller. Its dialog, which is rarely needed, loads when it is opened (product §3). */
export function AssignSeller({ product, label = t('assign.title.ownerless') }: { product: Product; label?: string }) {
  return <OpenButton dialog={({ open, onClose }) => open && <AssignDialog products={[product]} onClose={onClose} />}>{label}</OpenButton>
}
