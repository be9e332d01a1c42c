import { type ReactNode, useRef } from 'react'
import { imageTypes } from '#domain/image-types.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/uploads/OnePicture.module.css'
import { UploadProgress } from '#web/platform/uploads/UploadProgress.tsx'
import type { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = {
  picture: Pick<ReturnType<typeof useOnePicture>, 'sending' | 'refused' | 'send' | 'cancel'> & {
    remove: { isPending: boolean; mutate: (nothing: undefined, then: { onSuccess: () => void }) => void }
  }
  /** Whether there is a picture that can be removed. */
  exists: boolean
  words: { label: string; choose: string; remove: string; hint: string }
  /** The picture, or what stands in its place. */
  children: ReactNode
}

/** A picture that exists only once, with the buttons to change and remove it. */
export function OnePicture({ picture: { sending, refused, send, cancel, remove }, exists, words, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const again = refused?.again
  // The pressed button disappears, so the focus moves to the one that stays.
  const moveFocus = () => input.current?.parentElement?.querySelector<HTMLButtonElement>('[data-stays]')?.focus()
  return (
    <div className="row center gap-16">
      {children}
      <div className={`${css.words} stack gap-8 breaks`}>
        <div className="row">
          <Button data-stays busy={sending !== null} onClick={() => input.current?.click()}>
            {words.choose}
          </Button>
          {exists && !sending && (
            <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: moveFocus })}>
              {words.remove}
            </Button>
          )}
        </div>
        {refused && (
          <Note tone="bad" action={again && <Button onClick={() => send(again)}>{t('common.retry')}</Button>}>
            {refused.sentence}
          </Note>
        )}
        {sending && (
          <UploadProgress
            sending={sending}
            onCancel={() => {
              cancel()
              moveFocus()
            }}
          />
        )}
        <p className="muted">{words.hint}</p>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={words.label}
          accept={imageTypes.join(',')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Allows the same file to be chosen again after a refusal.
            target.value = ''
            send(file)
          }}
        />
      </div>
    </div>
  )
}
