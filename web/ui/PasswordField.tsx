import { type InputHTMLAttributes, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Labelled.tsx'

/** A password, hidden until its owner reveals it. */
export function PasswordField({ label, error, hint, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled
      {...{ label, error, hint }}
      name={input.name}
      draw={(ids) => (
        <div className={`${css.box} holds`}>
          <input
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            className={`${css.input} full input`}
            spellCheck={false}
            autoCapitalize="none"
          />
          {/* Its name does not contain "Password", which is the name of the field. */}
          <button type="button" className={`${css.reveal} hovers`} aria-controls={ids.id} onClick={() => setShown(!shown)}>
            {t(shown ? 'common.hide' : 'common.show')}
          </button>
        </div>
      )}
    />
  )
}
