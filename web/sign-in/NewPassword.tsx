import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/sign-in/AuthLayout.module.css'
import { useFieldProblem } from '#web/ui/Labelled.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

/** The obvious problem of a new password, if any; the server checks further. */
export const checkNewPassword = (password: string): string | undefined =>
  password.length >= limits.user.passwordMin ? undefined : t('signIn.shortPassword', { count: limits.user.passwordMin })

/** The field for a new password, with its apparent strength (product §2). */
export function NewPassword({ label }: { label: string }) {
  const [password, setPassword] = useState('')
  const problem = useFieldProblem('password')
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      maxLength={limits.user.passwordMax}
      // The problem of one that is too short says the same.
      hint={(password.length >= limits.user.passwordMin || !problem) && <Strength password={password} />}
      onInput={({ currentTarget }) => setPassword(currentTarget.value)}
    />
  )
}

/** How good a password of each strength is: looks of `shared.css`. */
const tones = [undefined, 'bad', 'fair', 'good', 'good'] as const

/** The apparent strength of a password, 0 (too short) to 4; a hint while typing, never a rule. */
function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < 8) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/, /\s/].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const score = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0) + (different >= 8 ? 1 : 0)
  return Math.max(1, Math.min(4, score)) as 1 | 2 | 3 | 4
}

/** The apparent strength of the typed password (product §2). */
function Strength({ password }: { password: string }) {
  if (password === '') return t('signIn.passwordHint', { count: limits.user.passwordMin })
  const strength = passwordStrength(password)
  return (
    <span className={css.strength}>
      <span className={css.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={bar <= strength ? tones[strength] : undefined} />
        ))}
      </span>
      <span aria-live="polite">{t('signIn.strength', { word: t(`signIn.strengthWords.${strength}`) })}</span>
    </span>
  )
}
