import type { RefObject } from 'react'
import { imageTypes } from '#domain/image-types.ts'

type Props = { input: RefObject<HTMLInputElement | null>; label: string; send: (file: File | undefined) => void }

/** Where a picture is chosen, out of sight: a button opens it. */
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
        // The same file can be chosen again after it was refused.
        target.value = ''
        send(file)
      }}
    />
  )
}
