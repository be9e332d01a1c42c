import { useRef } from 'react'
import css from '#web/api-keys/ApiKeys.module.css'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toast } from '#web/ui/toasts.ts'

/** A key as it was made, shown this once. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  /** Without https a page may not write to the clipboard: then it is marked, to be copied by hand. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast(t('apiKeys.copied'))
    } catch {
      place.current?.querySelector('input')?.select()
      toast(t('apiKeys.copyByHand'))
    }
  }
  return (
    <div ref={place} className={css.form}>
      <Note tone="warn">{t('apiKeys.madeText')}</Note>
      <Field label={t('apiKeys.key')} value={value} readOnly spellCheck={false} onFocus={({ target }) => target.select()} />
      <div>
        <Button look="primary" onClick={() => void copy()}>
          {t('apiKeys.copy')}
        </Button>{' '}
        <Button onClick={onDone}>{t('apiKeys.done')}</Button>
      </div>
    </div>
  )
}
