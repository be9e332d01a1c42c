import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/door.ts'
import { Strength } from '#web/sign-in/Strength.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

type Props = { label: string; error: string | undefined; onInput: () => void }

/** What is wrong with a new password at first sight; the server looks closer. */
export const checkNewPassword = (password: string): string | undefined =>
  password.length >= limits.user.passwordMin ? undefined : t('signIn.shortPassword', { count: limits.user.passwordMin })

/** A password that is being chosen, with how strong it looks (product §2). */
export function NewPassword({ label, error, onInput }: Props) {
  const [password, setPassword] = useState('')
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      maxLength={limits.user.passwordMax}
      error={error}
      hint={<Strength password={password} />}
      onInput={(event) => {
        setPassword(event.currentTarget.value)
        onInput()
      }}
    />
  )
}
