import type { RefObject } from 'react'
import { imageTypes } from '#domain/image-types.ts'

type Props = { input: RefObject<HTMLInputElement | null>; label: string; send: (file: File | undefined) => void }

/** A hidden file input for a picture, opened by a button. */
export function PictureInput({ input, label, send }: Props) {
  return (
    <input
      ref={input}
      hidden
      type="file"
      aria-label={label}
      accept={imageTypes.join(',')}
      onChange={({ target }) => {
        const file = target.files?.[0]
        // Allows the same file to be chosen again after a refusal.
        target.value = ''
        send(file)
      }}
    />
  )
}
