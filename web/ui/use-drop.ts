import { type DragEvent, useState } from 'react'

/** Props for an element on which files are dropped; `data-over` is set while files are dragged over it. */
export function useDrop(onDrop: (files: FileList) => void) {
  const [over, setOver] = useState(false)
  const drag = (entering: boolean) => (event: DragEvent) => {
    // Text and links are ignored.
    if (!event.dataTransfer.types.includes('Files')) return false
    event.preventDefault()
    setOver(entering)
    return true
  }
  return {
    'data-over': over || undefined,
    onDragOver: drag(true),
    onDragLeave: drag(false),
    onDrop: (event: DragEvent) => drag(false)(event) && onDrop(event.dataTransfer.files),
  }
}
