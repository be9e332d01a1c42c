import type { Announcements } from '@dnd-kit/core'
import { t } from '#web/platform/i18n/messages.ts'
import type { Picture } from '#web/products/pictures/picture.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

type Key = string | number

/** Puts a dragged picture where it was dropped. Outside of the list, or on itself, nothing moves. */
export function drop(pictures: Pick<Pictures, 'snapshot' | 'move'>, dragged: Key, over: Key | undefined): void {
  const to = pictures.snapshot().findIndex(({ key }) => key === over)
  if (to >= 0 && dragged !== over) pictures.move(String(dragged), to)
}

/** The announcements for screen readers while pictures are dragged. */
export function announcementsFor(read: () => readonly Picture[]): Announcements {
  const about = (key: Key, place: Key = key) => {
    const pictures = read()
    const number = pictures.findIndex((picture) => picture.key === place) + 1
    return { name: pictures.find((picture) => picture.key === key)?.name ?? '', number, count: pictures.length }
  }
  // A picture that was just lifted is over its own place; announcing that would hide that it was lifted.
  let last: Key | undefined
  return {
    onDragStart: ({ active }) => {
      last = active.id
      return t('products.images.drag.lifted', about(active.id))
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === last) return undefined
      last = over.id
      return t('products.images.drag.over', about(active.id, over.id))
    },
    // Screen readers ask for this after the drop, when the picture has its new place.
    onDragEnd: ({ active }) => t('products.images.drag.dropped', about(active.id)),
    onDragCancel: ({ active }) => t('products.images.drag.cancelled', about(active.id)),
  }
}
