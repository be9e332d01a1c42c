import type { ProductImage } from '#domain/image.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/product-record/ProductRecordPage.module.css'
import { thumbnailOf } from '#web/products/picture.ts'

/** The pictures in their order; each opens in full. */
export function Pictures({ images }: { images: readonly ProductImage[] }) {
  if (images.length === 0) return <p>{t('productRecord.noPictures')}</p>
  return (
    <ul className={css.pictures}>
      {images.map((image, at) => (
        <li key={image.path}>
          <a href={image.url} target="_blank" rel="noreferrer">
            <img src={thumbnailOf(image, 640)} alt={t('productRecord.picture', { number: at + 1, count: images.length })} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
