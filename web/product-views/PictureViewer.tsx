import { type MouseEvent, type TouchEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/product-views/Gallery.module.css'
import IconChevronLeft from '#web/ui/icons/IconChevronLeft.tsx'
import IconChevronRight from '#web/ui/icons/IconChevronRight.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { useModal } from '#web/ui/use-modal.ts'
import { whyProps } from '#web/ui/why-props.ts'

type Props = {
  images: readonly { path: string; url: string; width: number | null; height: number | null }[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
  title: string
}

/** A finger that moves sideways by this many pixels changes the picture. */
const swipeMin = 48

/**
 * One picture as large as the window allows, or, after a click on it, in its own size, in which arrow keys and swipes scroll. Otherwise they
 * change the picture, as Home and End do; Escape and a click beside it close.
 */
export default function PictureViewer({ images, at, onMove, onClose, title }: Props) {
  const dialog = useModal(true)
  const stage = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const image = images[at]
  const isZoomed = image !== undefined && zoomed === image.path
  const about = { number: at + 1, count: images.length, title }
  const whyNotBack = at === 0 ? t('approval.pictures.isFirst') : null
  const whyNotOn = at === images.length - 1 ? t('approval.pictures.isLast') : null
  const go = (to: number) => {
    if (!images[to]) return
    // A picture that failed is tried again when the person comes back to it.
    setBroken(null)
    onMove(to)
  }
  const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: images.length - 1 }
  const zoom = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    flushSync(() => setZoomed(isZoomed ? null : (image?.path ?? null)))
    // Scrolls the clicked place to the middle.
    const place = stage.current
    if (!place) return
    place.scrollLeft = ((clientX - left) / width) * place.scrollWidth - place.clientWidth / 2
    place.scrollTop = ((clientY - top) / height) * place.scrollHeight - place.clientHeight / 2
  }
  return (
    <dialog
      ref={dialog}
      className={`${css.viewer} bare`}
      aria-label={t('approval.pictures.dialog', about)}
      onClose={onClose}
      onClick={({ target }) => (target === dialog.current || target === stage.current) && onClose()}
      onKeyDown={({ key }) => !isZoomed && key in steps && go(steps[key] ?? at)}
      {...useSwipe((by) => !isZoomed && go(at + by))}
    >
      <div className={`${css.controls} line tabular faint on-dark`}>
        <button type="button" {...whyProps(t('approval.pictures.previous'), whyNotBack, () => go(at - 1))}>
          <IconChevronLeft size={22} />
        </button>
        <span>{t('approval.pictures.dialog', about)}</span>
        <button type="button" {...whyProps(t('approval.pictures.next'), whyNotOn, () => go(at + 1))}>
          <IconChevronRight size={22} />
        </button>
        <button type="button" aria-label={t('common.close')} onClick={onClose}>
          <IconX size={22} />
        </button>
      </div>
      {image && (
        <div ref={stage} className={`${css.stage} on-dark`}>
          {broken === image.path ? (
            <p role="status">{t('approval.pictures.broken')}</p>
          ) : (
            <button type="button" className={css.zoom} aria-pressed={isZoomed} title={t('approval.pictures.ownSize')} onClick={zoom}>
              <img
                key={image.path}
                src={image.url}
                alt={t('approval.pictures.alt', about)}
                width={image.width ?? undefined}
                height={image.height ?? undefined}
                onError={() => {
                  setBroken(image.path)
                  // The button around the picture is removed; it may have the focus.
                  dialog.current?.querySelector('button')?.focus()
                }}
              />
            </button>
          )}
        </div>
      )}
    </dialog>
  )
}

const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => ({ x: clientX, y: clientY })

/** The listeners of an element that hears of swipes: 1 to the next, -1 to the one before. Not while the page is magnified by fingers. */
function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const isMagnified = (window.visualViewport?.scale ?? 1) > 1
      const [finger, second] = Array.from(touches)
      start.current = finger && !second && !isMagnified ? placeOf(finger) : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [finger] = Array.from(changedTouches)
      const from = start.current
      start.current = null
      if (!from || !finger) return
      const to = placeOf(finger)
      const by = from.x - to.x
      if (Math.abs(by) >= swipeMin && Math.abs(by) > 2 * Math.abs(from.y - to.y)) onSwipe(by > 0 ? 1 : -1)
    },
  }
}
