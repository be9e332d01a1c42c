import { type ReactNode, useRef } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/products/pictures/PicturesField.module.css'
import shared from '#web/ui/DropZone.module.css'
import IconPhotoPlus from '#web/ui/icons/IconPhotoPlus.tsx'
import { useDrop } from '#web/ui/use-drop.ts'

type Props = { onDrop: (files: FileList) => void; quiet: boolean; children: ReactNode }

/** A place to drop files on; a click anywhere in it opens the file input inside. */
export function DropZone({ onDrop, quiet, children }: Props) {
  const zone = useRef<HTMLDivElement>(null)
  const drop = useDrop(onDrop)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside is the control; this is a larger target for the mouse
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the input inside
    <div
      ref={zone}
      className={`${shared.zone} ${css.zone}`}
      data-quiet={quiet || undefined}
      {...drop}
      onClick={(event) => event.target instanceof HTMLInputElement || zone.current?.querySelector('input')?.click()}
    >
      {children}
      <IconPhotoPlus size={22} stroke={1.6} />
      <span aria-hidden>
        {t('products.images.drop')} <span className={css.choose}>{t('products.images.choose')}</span>
      </span>
    </div>
  )
}
