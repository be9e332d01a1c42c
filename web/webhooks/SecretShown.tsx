import { t } from '#web/platform/i18n/messages.ts'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'

type Props = { title: string; text: string; secret: string; onClose: () => void }

const words = { copy: t('common.copy'), copied: t('webhooks.secretCopied'), byHand: t('webhooks.copyByHand') }

/** A secret, with what it is for. */
export const SecretShown = ({ title, text, secret, onClose }: Props) => (
  <CopyDialog title={title} label={t('webhooks.secret')} value={secret} words={words} onClose={onClose}>
    <p>{text}</p>
  </CopyDialog>
)
