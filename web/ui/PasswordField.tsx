import { type InputHTMLAttributes, useState } from 'react'
import { t } from '#web/messages/door.ts'
import css from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Field.tsx'

/** A password, hidden until its owner asks to see it. */
export function PasswordField({ label, error, hint, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled
      label={label}
      error={error}
      hint={hint}
      draw={(ids) => (
        <div className={css.box}>
          <input {...input} {...ids} type={shown ? 'text' : 'password'} className={css.input} spellCheck={false} autoCapitalize="none" />
          <button type="button" className={css.reveal} aria-pressed={shown} aria-label={t('common.show')} onClick={() => setShown(!shown)}>
            {shown ? t('common.hideShort') : t('common.showShort')}
          </button>
        </div>
      )}
    />
  )
}
