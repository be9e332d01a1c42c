import css from '#web/api-keys/ApiKeys.module.css'
import { t } from '#web/platform/i18n/later.ts'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Note } from '#web/ui/Note.tsx'

/** A key as it was made, shown this once. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const words = { copy: t('apiKeys.copy'), copied: t('apiKeys.copied'), byHand: t('apiKeys.copyByHand') }
  return (
    <div className={css.form}>
      <Note tone="warn">{t('apiKeys.madeText')}</Note>
      <CopyField label={t('apiKeys.key')} value={value} words={words} done={{ label: t('apiKeys.done'), onDone }} />
    </div>
  )
}
