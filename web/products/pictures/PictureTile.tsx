import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { useLostImage } from '#web/platform/live/use-lost-image.ts'
import css from '#web/products/pictures/PicturesField.module.css'
import type { Picture } from '#web/products/pictures/picture.ts'
import { isRefused, type Pictures } from '#web/products/pictures/pictures.ts'
import { usePicturesSending } from '#web/products/pictures/use-pictures.ts'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'
import IconArrowRight from '#web/ui/icons/IconArrowRight.tsx'
import IconPhoto from '#web/ui/icons/IconPhoto.tsx'
import IconRefresh from '#web/ui/icons/IconRefresh.tsx'
import IconStar from '#web/ui/icons/IconStar.tsx'
import IconTrash from '#web/ui/icons/IconTrash.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { whyProps } from '#web/ui/why-props.ts'

/** Makes the picture itself the handle to drag its tile. */
type Drag = {
  tile: (node: HTMLElement | null) => void
  handle: (node: HTMLElement | null) => void
  attributes: HTMLAttributes<HTMLElement>
  style: CSSProperties
  isDragging: boolean
}
export type TileProps = { picture: Picture; at: number; last: boolean; pictures: Pictures; drag?: Drag | undefined }

/** One picture of the form, with its progress and its buttons. */
export function PictureTile({ picture, at, last, pictures, drag }: TileProps) {
  const sending = usePicturesSending(pictures)
  const { key, name, phase, progress, again } = picture
  // Its own mark for an image it cannot show differs from browser to browser.
  const { lost, onError } = useLostImage(picture.preview)
  const isCover = pictures.cover()?.key === key
  const whyNotLeft = at === 0 ? t('approval.pictures.isFirst') : null
  const whyNotRight = last ? t('approval.pictures.isLast') : null
  const tool = (icon: ReactNode, action: string, act: () => void, why: string | null = null) => (
    <button
      type="button"
      className={`${css.tool} icon-button tall-touch faint hovers`}
      {...whyProps(t('products.images.named', { action, name }), why, act)}
      title={why ?? action}
    >
      {icon}
    </button>
  )
  return (
    <li
      ref={drag?.tile}
      className={`${css.tile} shrinks`}
      data-phase={phase}
      data-dragging={drag?.isDragging || undefined}
      style={drag?.style}
    >
      <div ref={drag?.handle} className={`${css.frame} ring-over ${phase === 'failed' ? 'boxed wrong' : 'boxed'}`} {...drag?.attributes}>
        {lost ? (
          <span className="middle fills muted" role="img" aria-label={name}>
            <IconPhoto size={32} stroke={1.5} />
          </span>
        ) : (
          <img src={picture.preview} alt={name} className={css.preview} decoding="async" draggable={false} onError={onError} />
        )}
        {isCover && <span className={`${css.cover} on-picture bold`}>{t('products.images.cover')}</span>}
        {(phase === 'uploading' || phase === 'pausing') && (
          <div className={css.bar}>
            <ProgressBar label={t('products.images.progressOf', { name })} share={progress} />
          </div>
        )}
      </div>
      <p className={`${css.name} ellipsis`} title={name}>
        {name}
      </p>
      <p className={phase === 'failed' ? 'tiny bad tabular' : 'tiny tabular'}>{phaseText(picture, sending)}</p>
      <div className={css.tools}>
        {phase === 'failed' && again && tool(<IconRefresh size={16} />, t('common.retry'), () => pictures.retry(key))}
        {tool(<IconArrowLeft size={16} />, t('products.images.left'), () => pictures.move(key, at - 1), whyNotLeft)}
        {tool(<IconArrowRight size={16} />, t('products.images.right'), () => pictures.move(key, at + 1), whyNotRight)}
        {!isRefused(picture) &&
          tool(
            <IconStar size={16} />,
            t('products.images.makeCover'),
            () => pictures.move(key, 0),
            isCover ? t('products.images.isCover') : null,
          )}
        {tool(<IconTrash size={16} />, t('common.remove'), () => pictures.remove(key))}
      </div>
    </li>
  )
}

function phaseText({ phase, progress, image }: Picture, sending: boolean): string {
  if (phase === 'uploading')
    return progress < 1 ? t('products.images.uploading', { percent: Math.round(progress * 100) }) : t('products.images.checking')
  if (phase === 'pausing') return t('products.images.pausing')
  if (phase === 'failed') return t('products.images.failed')
  if (phase === 'waiting') return t(sending ? 'products.images.queued' : 'products.images.waiting')
  return image ? `${image.width} × ${image.height}` : t('products.images.stored')
}
