import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { useMemo } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/products/pictures/PicturesField.module.css'
import { PictureTile, type TileProps } from '#web/products/pictures/PictureTile.tsx'
import type { Picture } from '#web/products/pictures/picture.ts'
import { announcementsFor, drop } from '#web/products/pictures/picture-order.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

/** The pictures of a form, ordered by dragging, or with Space and the arrow keys. Loaded when there are pictures. */
export default function SortablePictures({ pictures, shown }: { pictures: Pictures; shown: readonly Picture[] }) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useMemo(() => announcementsFor(pictures.snapshot), [pictures])
  const end = ({ active, over }: DragEndEvent) => drop(pictures, active.id, over?.id)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('products.images.drag.how') } }}
    >
      <SortableContext items={shown.map(({ key }) => key)} strategy={rectSortingStrategy}>
        <ul className={`${css.grid} list`} aria-label={t('products.images.list')}>
          {shown.map((picture, at) => (
            <Sortable key={picture.key} picture={picture} at={at} last={at === shown.length - 1} pictures={pictures} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function Sortable(props: TileProps) {
  const { picture, pictures } = props
  const handle = t('products.images.drag.handle', { name: picture.name })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: picture.key,
    attributes: { roleDescription: t('products.images.drag.role') },
  })
  return (
    <PictureTile
      {...props}
      drag={{
        tile: setNodeRef,
        handle: setActivatorNodeRef,
        attributes: {
          ...attributes,
          'aria-label': pictures.cover()?.key === picture.key ? `${handle}, ${t('products.images.cover')}` : handle,
          ...listeners,
        },
        style: transform ? { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)`, transition } : { transition },
        isDragging,
      }}
    />
  )
}
