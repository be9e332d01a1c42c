import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errors } from '#domain/errors.ts'
import { type ImageType, imageTypes } from '#domain/image-types.ts'
import { limits } from '#domain/limits.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { UploadError, uploadFile } from '#web/platform/uploads/upload-file.ts'
import { useOneUpload } from '#web/platform/uploads/use-one-upload.ts'
import { toast } from '#web/ui/toasts.ts'

/** The reason of a refusal, and the file if another try may help. */
type Refused = { sentence: string; again: File | null }

type About<Stored> = {
  address: string
  /** Parses the answer. */
  read: (body: unknown) => Stored
  /** Stores the answer in the screens' data. */
  adopt: (stored: Stored) => Promise<void> | void
  /** Removes the picture. */
  takeAway: () => Promise<Stored>
  toasts: { saved: string; removed: string }
}

/** For a picture that exists only once, such as a profile picture: it is uploaded as soon as it is chosen, one at a time. */
export function useOnePicture<Stored>({ address, read, adopt, takeAway, toasts }: About<Stored>) {
  const { sending, begin, isRunning, cancel } = useOneUpload({ resumes: true })
  const [refused, setRefused] = useState<Refused | null>(null)
  const adoptAs = (sentence: string) => async (stored: Stored) => {
    await adopt(stored)
    toast(sentence)
  }
  const remove = useMutation({
    mutationFn: takeAway,
    onSuccess: adoptAs(toasts.removed),
    onError: (error) => setRefused({ sentence: problemOf(error).message, again: null }),
    onMutate: () => setRefused(null),
  })

  const send = (file: File | undefined) => {
    if (!file || isRunning()) return
    const sentence = whyNotSend(file)
    setRefused(sentence ? { sentence, again: null } : null)
    if (sentence) return
    begin(
      file,
      (about) => uploadFile(`${address}?name=${encodeURIComponent(file.name)}`, file, read, about).then(adoptAs(toasts.saved)),
      (error) => setRefused(refusalOf(error, file)),
    )
  }
  return { sending, refused, send, cancel, remove }
}

/** The refusal that the server would give, checked before anything is sent; null if it may be sent. */
function whyNotSend({ type, size }: File): string | null {
  if (!imageTypes.includes(type as ImageType)) return errors['image-type'].message
  return size > limits.image.bytesMax ? errors['image-bytes'].message : null
}

const refusalOf = (error: unknown, file: File): Refused => ({
  sentence: error instanceof UploadError ? error.message : problemOf(error).message,
  again: error instanceof UploadError && !error.again ? null : file,
})
