import { Suspense } from 'react'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogLoadError } from '#web/platform/loading/DialogLoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'

const AssignDialog = lazyComponent(() => import('#web/product-views/AssignDialog.tsx'), 'default', DialogLoadError)

/** The button that assigns a product to a seller. Its dialog, which is rarely needed, loads when it is opened (product §3). */
export function AssignSeller({ product, label = t('productDetails.assign') }: { product: Product; label?: string }) {
  return (
    <OpenButton dialog={({ open, onClose }) => <Suspense>{open && <AssignDialog products={[product]} onClose={onClose} />}</Suspense>}>
      {label}
    </OpenButton>
  )
}
