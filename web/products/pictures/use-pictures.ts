import { useSyncExternalStore } from 'react'
import type { Picture } from '#web/products/pictures/picture.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

/** The current pictures of a form. */
export function usePictures(pictures: Pictures): readonly Picture[] {
  return useSyncExternalStore(pictures.subscribe, pictures.snapshot)
}

/** True while pictures are uploaded as soon as they are chosen. */
export function usePicturesSending(pictures: Pictures): boolean {
  return useSyncExternalStore(pictures.subscribe, pictures.sending)
}
