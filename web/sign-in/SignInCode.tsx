import { useEffect, useRef } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { Field } from '#web/ui/Field.tsx'

/** The second factor, asked for once the password was right; focused so that the code can be typed at once. */
export function SignInCode() {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={field}>
      <Field
        label={t('signIn.code')}
        hint={t('signIn.codeHint')}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        maxLength={40}
      />
    </div>
  )
}
