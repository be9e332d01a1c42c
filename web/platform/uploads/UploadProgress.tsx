import { t } from '#web/platform/i18n/messages.ts'
import type { Sending } from '#web/platform/uploads/use-one-upload.ts'
import { Button } from '#web/ui/Button.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

type Props = { sending: Sending; onCancel: () => void }

/** How far an upload is, with the button that cancels it. */
export function UploadProgress({ sending: { name, share, waits }, onCancel }: Props) {
  return (
    <>
      <p aria-live="polite">{t(waits ? 'uploads.waits' : 'uploads.sending', { name, percent: Math.floor(share * 100) })}</p>
      <ProgressBar label={name} share={share} />
      <div className="row">
        <Button onClick={onCancel}>{t('uploads.cancel')}</Button>
      </div>
    </>
  )
}
