import { useState } from 'react'
import type { ProductImage } from '#domain/image.ts'
import css from '#web/product-views/Cover.module.css'
import { thumbnailOf } from '#web/product-views/picture.ts'
import IconPhoto from '#web/ui/icons/IconPhoto.tsx'

/**
 * The cover of a product, small and square. Its alternative text is empty, since the title is beside it. One that cannot be loaded, such as
 * offline, is shown like none.
 */
export function Cover({ image, size = 48 }: { image: ProductImage | undefined; size?: number }) {
  const [lost, setLost] = useState<string | null>(null)
  const src = image && thumbnailOf(image, size * 2)
  return (
    <span className={`${css.cover} middle fixed muted`} style={{ width: size, height: size }}>
      {src && src !== lost ? (
        <img src={src} alt="" className="fills" width={size} height={size} loading="lazy" decoding="async" onError={() => setLost(src)} />
      ) : (
        <IconPhoto size={size / 2.4} />
      )}
    </span>
  )
}
