import { type DragEvent, useState } from 'react'

/** What a place needs on which files are dropped; `data-over` while something is held above it. */
export function useDrop(onDrop: (files: FileList) => void) {
  const [over, setOver] = useState(false)
  const drag = (entering: boolean) => (event: DragEvent) => {
    // Text and links are none of our business.
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
