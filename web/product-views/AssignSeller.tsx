import { Suspense, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogUnloaded } from '#web/platform/loading/DialogUnloaded.tsx'
import { part } from '#web/platform/loading/part.tsx'
import { Button } from '#web/ui/Button.tsx'

const AssignDialog = part(() => import('#web/product-views/AssignDialog.tsx'), 'default', DialogUnloaded)

/** Gives a product to a seller: the button; its dialog, which is rarely wanted, comes when it is (product §3). */
export function AssignSeller({ product, label = t('productRecord.assign') }: { product: Product; label?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && (
        <Suspense>
          <AssignDialog products={[product]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
