import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errors } from '#domain/errors.ts'
import { type ImageType, imageTypes } from '#domain/image-types.ts'
import { limits } from '#domain/limits.ts'
import { Settings } from '#domain/settings.ts'
import { problemOf } from '#web/app/problem.ts'
import { meQuery } from '#web/app/queries.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { UploadError, uploadFile } from '#web/products/upload-file.ts'
import { toast } from '#web/ui/toasts.ts'

/** A picture on its way; `waits` for the network, `share` of it is sent, from 0 to 1. */
type Sending = { name: string; share: number; waits: boolean }
/** Why it was not taken, and the file where trying it again may help. */
type Refused = { sentence: string; again: File | null }

/** The logo as it is changed: at once, and one at a time. */
export function useLogo() {
  const queries = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const running = useRef<AbortController | null>(null)
  // Whoever leaves the page has changed his mind.
  useEffect(() => () => running.current?.abort(), [])

  /** The new one is on every screen of this window before it is said to be. */
  const adopt = async (settings: Settings, said: string) => {
    queries.setQueryData(rpc.settings.get.queryKey(), settings)
    await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    toast(said)
  }
  const send = (file: File | undefined) => {
    if (!file || running.current) return
    const sentence = whyNotSend(file)
    setRefused(sentence ? { sentence, again: null } : null)
    if (sentence) return
    const controller = new AbortController()
    running.current = controller
    const show = (part: Partial<Sending>) => setSending((known) => ({ name: file.name, share: 0, waits: false, ...known, ...part }))
    show({ waits: !navigator.onLine })
    const about = {
      signal: controller.signal,
      onProgress: (share: number) => show({ share, waits: false }),
      onPause: () => show({ waits: true }),
    }
    uploadFile(`/api/settings/logo?name=${encodeURIComponent(file.name)}`, file, (body) => Settings.parse(body), about)
      .then((settings) => adopt(settings, t('settings.logo.saved')))
      .catch((error: unknown) => controller.signal.aborted || setRefused(refusalOf(error, file)))
      .finally(() => {
        running.current = null
        setSending(null)
      })
  }
  const remove = useMutation({
    mutationFn: () => client.settings.removeLogo(),
    onSuccess: (settings) => adopt(settings, t('settings.logo.removed')),
    onError: (error) => setRefused({ sentence: problemOf(error).message, again: null }),
    onMutate: () => setRefused(null),
  })
  return { sending, refused, send, cancel: () => running.current?.abort(), remove }
}

/** What the server would refuse anyway is not sent first. */
function whyNotSend({ type, size }: File): string | null {
  if (!imageTypes.includes(type as ImageType)) return errors['image-type'].message
  return size > limits.image.bytesMax ? errors['image-bytes'].message : null
}

const refusalOf = (error: unknown, file: File): Refused => ({
  sentence: error instanceof UploadError ? error.message : problemOf(error).message,
  again: error instanceof UploadError && !error.again ? null : file,
})
