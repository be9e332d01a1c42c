import { Suspense, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { part } from '#web/app/part.tsx'
import { DialogUnloaded } from '#web/errors/DialogUnloaded.tsx'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'

const AssignDialog = part(() => import('#web/product-record/AssignDialog.tsx'), 'default', DialogUnloaded)

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
