import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { ProductForm } from '#web/products/form/ProductForm.tsx'
import { BackToProducts } from '#web/products/list/BackToProducts.tsx'
import { park } from '#web/products/pictures/parked-pictures.ts'
import { picturesOf } from '#web/products/pictures/picture-source.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** `/seller/products/add` (spec §2): creates a product in the order of spec §7. */
export function AddProductPage() {
  const [pictures] = useState(() => picturesOf([]))
  return (
    <>
      <BackToProducts />
      <PageHeader title={t('titles.addProduct')} />
      <ProductForm
        product={null}
        pictures={pictures}
        onEnd={(saved, product) => (product && !saved ? park(product.id, pictures) : pictures.close())}
      />
    </>
  )
}
