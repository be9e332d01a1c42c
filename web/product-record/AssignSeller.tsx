import { Suspense, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { part } from '#web/app/part.tsx'
import { DialogUnloaded } from '#web/errors/DialogUnloaded.tsx'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'

const AssignDialog = part(() => import('#web/product-record/AssignDialog.tsx'), 'default', DialogUnloaded)

/** Gives a product to a seller: the button; its dialog, which is rarely wanted, comes when it is (product §3). */
export function AssignSeller({ product }: { product: Product }) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button onClick={ask}>{t('productRecord.assign')}</Button>
      {wanted && (
        <Suspense>
          <AssignDialog products={[product]} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
