import { type ReactNode, Suspense, useRef, useState } from 'react'
import { imageTypes } from '#domain/image-types.ts'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import css from '#web/products/pictures/PicturesField.module.css'
import { PictureTile } from '#web/products/pictures/PictureTile.tsx'
import type { FileProblem, Picture } from '#web/products/pictures/picture.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'
import { usePictures } from '#web/products/pictures/use-pictures.ts'
import shared from '#web/ui/DropZone.module.css'
import IconPhotoPlus from '#web/ui/icons/IconPhotoPlus.tsx'
import { Labelled } from '#web/ui/Labelled.tsx'
import { useDrop } from '#web/ui/use-drop.ts'

/** If it cannot be loaded, pictures are ordered by buttons. */
const SortablePictures = lazyComponent(() => import('#web/products/pictures/SortablePictures.tsx'), 'default', PlainPictures)
// Loaded with this screen, since pictures may be chosen offline.
void SortablePictures.preload()

type Props = { pictures: Pictures; error: string | undefined; note: ReactNode; onTouch: () => void }

const numbers = { megabytes: limits.image.bytesMax / 1024 ** 2, max: limits.image.max }
const accept = [...imageTypes, '.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'].join(',')

/** The pictures of a product: chosen or dropped, shown at once, put in order. The first is the cover. */
export function PicturesField({ pictures, error, note, onTouch }: Props) {
  const shown = usePictures(pictures)
  const [refused, setRefused] = useState<{ name: string; problem: FileProblem }[]>([])
  const add = (files: FileList | null) => {
    if (!files) return
    setRefused(pictures.add([...files]))
    onTouch()
  }
  const full = shown.length >= limits.image.max
  const wrong = [
    ...refused.map(({ name, problem }) => t(`products.images.refused.${problem}`, { name, ...numbers })),
    ...shown.flatMap(({ name, phase, problem }) =>
      phase === 'failed' && problem ? [t('products.images.problem', { name, problem })] : [],
    ),
  ]
  return (
    <div className={`${css.field} stack`}>
      <Labelled
        label={t('products.images.label')}
        mark
        hint={
          <>
            <div>{note}</div>
            {t(full ? 'products.images.full' : 'products.images.hint', numbers)}
          </>
        }
        error={[...wrong, error].filter(Boolean).join('\n') || undefined}
        draw={(ids) => (
          <DropZone onDrop={add} quiet={shown.length > 0}>
            {/* A real input, for labels, keyboards and tests; the zone around it is only a larger target. */}
            <input
              {...ids}
              type="file"
              multiple
              accept={accept}
              className="visually-hidden"
              onChange={({ target }) => {
                add(target.files)
                // So that the same file can be chosen again after it was removed.
                target.value = ''
              }}
            />
          </DropZone>
        )}
      />
      {shown.length > 0 && (
        <Suspense fallback={<PlainPictures pictures={pictures} shown={shown} />}>
          <SortablePictures pictures={pictures} shown={shown} />
        </Suspense>
      )}
    </div>
  )
}

/** The pictures without dragging, until that is loaded. */
function PlainPictures({ pictures, shown }: { pictures: Pictures; shown: readonly Picture[] }) {
  return (
    <ul className={`${css.grid} list`} aria-label={t('products.images.list')}>
      {shown.map((picture, at) => (
        <PictureTile key={picture.key} picture={picture} at={at} last={at === shown.length - 1} pictures={pictures} />
      ))}
    </ul>
  )
}

type DropZoneProps = { onDrop: (files: FileList) => void; quiet: boolean; children: ReactNode }

/** A zone to drop files on; a click in it opens the file input inside. */
function DropZone({ onDrop, quiet, children }: DropZoneProps) {
  const zone = useRef<HTMLDivElement>(null)
  const drop = useDrop(onDrop)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside is the control; this is a larger target for the mouse
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the input inside
    <div
      ref={zone}
      className={`${shared.zone} column muted ${css.zone} flags ring-within tints`}
      data-quiet={quiet || undefined}
      {...drop}
      onClick={(event) => event.target instanceof HTMLInputElement || zone.current?.querySelector('input')?.click()}
    >
      {children}
      <IconPhotoPlus size={22} stroke={1.6} />
      <span aria-hidden>
        <span className="unseen-narrow">{t('products.images.drop')}</span>{' '}
        <span className={`${shared.choose} accent strong`}>{t('products.images.choose')}</span>
      </span>
    </div>
  )
}
