import { t } from '#web/platform/i18n/messages.ts'
import { CopyField } from '#web/ui/CopyField.tsx'

/** A secret, with what it is for. */
export function SecretShown({ text, secret, onDone }: { text: string; secret: string; onDone: () => void }) {
  const words = { copy: t('webhooks.secretCopy'), copied: t('webhooks.secretCopied'), byHand: t('webhooks.copyByHand') }
  return (
    <div className="stack">
      <p>{text}</p>
      <CopyField label={t('webhooks.secret')} value={secret} words={words} done={{ label: t('webhooks.done'), onDone }} />
    </div>
  )
}
