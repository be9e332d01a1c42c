import type { ProductImage } from '#domain/image.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/product-views/Gallery.module.css'
import IconChevronLeft from '#web/ui/icons/IconChevronLeft.tsx'
import IconChevronRight from '#web/ui/icons/IconChevronRight.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { useModal } from '#web/ui/use-modal.ts'
import { whyProps } from '#web/ui/why-props.ts'

type Props = {
  images: readonly ProductImage[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
  title: string
}

/** One picture as large as the window allows. Arrow keys change the picture, Escape closes. */
export default function PictureViewer({ images, at, onMove, onClose, title }: Props) {
  const dialog = useModal(true)
  const image = images[at]
  const about = { number: at + 1, count: images.length, title }
  const whyNotBack = at === 0 ? t('approval.pictures.isFirst') : null
  const whyNotOn = at === images.length - 1 ? t('approval.pictures.isLast') : null
  const step = (by: number) => images[at + by] && onMove(at + by)
  return (
    <dialog
      ref={dialog}
      className={css.viewer}
      aria-label={t('approval.pictures.dialog', about)}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
      onKeyDown={({ key }) => (key === 'ArrowLeft' && step(-1)) || (key === 'ArrowRight' && step(1))}
    >
      {image && <img src={image.url} alt={t('approval.pictures.alt', about)} width={image.width} height={image.height} />}
      <div className={`${css.controls} line tabular faint on-dark`}>
        <button type="button" {...whyProps(t('approval.pictures.previous'), whyNotBack, () => step(-1))}>
          <IconChevronLeft size={22} />
        </button>
        <span>{t('approval.pictures.dialog', about)}</span>
        <button type="button" {...whyProps(t('approval.pictures.next'), whyNotOn, () => step(1))}>
          <IconChevronRight size={22} />
        </button>
        <button type="button" aria-label={t('common.close')} onClick={onClose}>
          <IconX size={22} />
        </button>
      </div>
    </dialog>
  )
}
