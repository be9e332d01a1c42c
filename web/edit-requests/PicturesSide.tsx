import { useState } from 'react'
import type { ProductImage } from '#domain/image.ts'
import type { Side } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Pictures.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'

const PictureViewer = lazyDialog(() => import('#web/product-views/PictureViewer.tsx'), 'default')

type Props = { side: Side; live: readonly ProductImage[]; proposed: readonly ProductImage[]; gone: readonly string[]; title: string }

/** The pictures of one side in order, each with its mark. A click enlarges; deleted pictures are labelled. */
export function PicturesSide({ side, live, proposed, gone, title }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const [here, there] = side === 'live' ? [live, proposed] : [proposed, live]
  const marks = picturesMarked(here, there, side)
  const count = here.length
  const stored = here.filter(({ path }) => !gone.includes(path))
  return (
    <>
      <ol className={`${css.grid} list`}>
        {here.map((image, place) => {
          const mark = marks[place]
          return (
            <li key={image.path} className={`${css.picture} stack gap-4 shrinks`} data-mark={mark ?? undefined}>
              {gone.includes(image.path) ? (
                <span className={`${css.gone} tiny`}>{t('editRequests.pictures.gone')}</span>
              ) : (
                <button
                  type="button"
                  className={`${css.frame} full`}
                  aria-label={t('approval.pictures.open', { number: place + 1, count })}
                  onClick={() => setAt(stored.indexOf(image))}
                >
                  <img
                    className="block fills"
                    src={thumbnailOf(image, 320)}
                    alt={t('approval.pictures.alt', { number: place + 1, count, title })}
                    loading="lazy"
                    decoding="async"
                  />
                </button>
              )}
              <span className={`${css.mark} tiny ${mark ? looks[mark] : ''}`}>
                {place + 1}. {mark ? t(`editRequests.pictures.${mark}`) : t('editRequests.pictures.same')}
              </span>
            </li>
          )
        })}
      </ol>
      {at !== null && <PictureViewer images={stored} at={at} onMove={setAt} onClose={() => setAt(null)} title={title} />}
    </>
  )
}

/** What happens to a picture: added, removed, or moved among those that stay. */
type PictureMark = 'added' | 'removed' | 'moved' | null

const looks = { added: 'good strong', removed: 'bad strong', moved: 'fair strong' }

type Pictures = readonly Pick<ProductImage, 'path'>[]

/** The mark of each picture of one side, compared with the other. */
function picturesMarked(here: Pictures, there: Pictures, side: 'live' | 'proposed'): PictureMark[] {
  const stay = (pictures: Pictures, others: Pictures) =>
    pictures.map(({ path }) => path).filter((path) => others.some((other) => other.path === path))
  const order = stay(here, there)
  const otherOrder = stay(there, here)
  return here.map(({ path }) => {
    const place = order.indexOf(path)
    if (place < 0) return side === 'live' ? 'removed' : 'added'
    return otherOrder[place] === path ? null : 'moved'
  })
}
