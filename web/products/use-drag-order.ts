import { type DragEvent, useState } from 'react'
import type { Pictures } from '#web/products/pictures.ts'

/** What is dragged is a picture of this form, not a file from outside. */
const kind = 'application/x-backstall-picture'

/** Lets a picture be dragged to the place of another; the keyboard has buttons for the same. */
export function useDragOrder(pictures: Pictures, key: string, at: number) {
  const [over, setOver] = useState(false)
  const isPicture = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(kind)
  return {
    draggable: true,
    'data-over': over || undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(kind, key)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (!isPicture(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isPicture(event)) return
      event.preventDefault()
      pictures.move(event.dataTransfer.getData(kind), at)
    },
  }
}
