import { useState } from 'react'
import type { ProductImage } from '#domain/image.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useLostImage } from '#web/platform/live/use-lost-image.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { Cover } from '#web/product-views/Cover.tsx'
import css from '#web/product-views/Gallery.module.css'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'
import IconPhoto from '#web/ui/icons/IconPhoto.tsx'

const PictureViewer = lazyDialog(() => import('#web/product-views/PictureViewer.tsx'), 'default')
// Preloaded, so that pictures can be enlarged offline.
void PictureViewer.preload()

/** The pictures of a product: one large, the others in a row. A click enlarges. */
export function Gallery({ title, images }: { title: string; images: readonly ProductImage[] }) {
  const [at, setAt] = useState(0)
  const [enlarged, setEnlarged] = useState(false)
  const count = images.length
  // The picture may have been removed while it was shown.
  const shown = Math.min(at, count - 1)
  const image = images[shown]
  const src = image && thumbnailOf(image)
  const { lost, onError } = useLostImage(src)
  if (!image) return <p className={css.none}>{t('approval.pictures.none')}</p>
  return (
    <div className="stack gap-8">
      <div className="holds">
        <button
          type="button"
          className={`${css.large} middle boxed full`}
          aria-label={t('approval.pictures.open', { number: shown + 1, count })}
          onClick={() => setEnlarged(true)}
        >
          {lost ? (
            <IconPhoto className="muted" size={32} />
          ) : (
            <img key={image.path} src={src} alt={t('approval.pictures.alt', { number: shown + 1, count, title })} onError={onError} />
          )}
        </button>
        <span className={`${css.size} on-picture tabular`}>
          {image.width} × {image.height}
        </span>
      </div>
      {count > 1 && (
        <div className="row gap-6">
          {images.map((other, place) => (
            <button
              key={other.path}
              type="button"
              className={css.small}
              aria-label={t('approval.pictures.show', { number: place + 1, count })}
              aria-pressed={place === shown}
              onClick={() => setAt(place)}
            >
              <Cover image={other} size={50} />
            </button>
          ))}
        </div>
      )}
      {enlarged && <PictureViewer images={images} at={shown} onMove={setAt} onClose={() => setEnlarged(false)} title={title} />}
    </div>
  )
}
