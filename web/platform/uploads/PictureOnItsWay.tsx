import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/uploads/PictureOnItsWay.module.css'
import type { Refused, Sending } from '#web/platform/uploads/use-one-picture.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

/** The progress of an upload, and the button to cancel it. */
export function PictureOnItsWay({ sending: { name, share, waits }, cancel }: { sending: Sending; cancel: () => void }) {
  return (
    <div className={css.sending}>
      <p aria-live="polite">{waits ? t('uploads.waits', { name }) : t('uploads.sending', { name, percent: Math.floor(share * 100) })}</p>
      <ProgressBar label={name} share={share} />
      <Button onClick={cancel}>{t('uploads.cancel')}</Button>
    </div>
  )
}

/** The reason of a refusal, and a button to try again where that may help. */
export function PictureRefused({ refused: { sentence, again }, send }: { refused: Refused; send: (file: File) => void }) {
  return (
    <Note tone="bad" action={again && <Button onClick={() => send(again)}>{t('common.retry')}</Button>}>
      {sentence}
    </Note>
  )
}
