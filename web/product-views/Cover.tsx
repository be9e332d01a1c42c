import type { ProductImage } from '#domain/image.ts'
import css from '#web/product-views/Cover.module.css'
import { thumbnailOf } from '#web/product-views/picture.ts'
import IconPhoto from '#web/ui/icons/IconPhoto.tsx'

/** The cover of a product, small and square. Its alternative text is empty, since the title is beside it. */
export function Cover({ image, size = 48 }: { image: ProductImage | undefined; size?: number }) {
  return (
    <span className={css.cover} style={{ width: size, height: size }}>
      {image ? (
        <img src={thumbnailOf(image, size * 2)} alt="" className="fills" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        <IconPhoto size={size / 2.4} />
      )}
    </span>
  )
}
