import type { ProductImage } from '#domain/image.ts'
import { useLostImage } from '#web/platform/live/use-lost-image.ts'
import css from '#web/product-views/Cover.module.css'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'
import IconPhoto from '#web/ui/icons/IconPhoto.tsx'

/**
 * The cover of a product, small and square. Its alternative text is empty, since the title is beside it. One that cannot be loaded, such as
 * offline, is shown like none until the connection is back.
 */
export function Cover({ image, size = 48 }: { image: ProductImage | undefined; size?: number }) {
  const src = image && thumbnailOf(image, size * 2)
  const { lost, onError } = useLostImage(src)
  return (
    <span className={`${css.cover} middle fixed muted`} style={{ width: size, height: size }}>
      {src && !lost ? (
        <img src={src} alt="" className="fills" width={size} height={size} loading="lazy" decoding="async" onError={onError} />
      ) : (
        <IconPhoto size={size / 2.4} />
      )}
    </span>
  )
}
