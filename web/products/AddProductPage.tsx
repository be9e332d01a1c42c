import { useEffect, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { client } from '#web/platform/rpc/rpc.ts'
import { openCreation } from '#web/products/form/creation.ts'
import { ProductForm } from '#web/products/form/ProductForm.tsx'
import { park } from '#web/products/pictures/parked-pictures.ts'
import { picturesOf } from '#web/products/pictures/picture-source.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** `/seller/products/add` (spec §2): creates a product in the order of spec §7. Its pictures are uploaded as they are chosen. */
export function AddProductPage() {
  const [pictures] = useState(() => picturesOf([]))
  const [creation] = useState(() => openCreation(client.products, pictures))
  useEffect(() => creation.begin(), [creation])
  return (
    <>
      <BackToList to="/seller/products" />
      <PageHeader title={t('titles.addProduct')} lead={t('products.form.marked')} />
      <ProductForm
        product={null}
        pictures={pictures}
        creation={creation}
        onEnd={(saved, product) => {
          if (product && !saved) return park(product.id, pictures)
          // What is uploaded stays for the next visit.
          pictures.stop()
          pictures.close()
        }}
      />
    </>
  )
}
