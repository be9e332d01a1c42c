import { limits } from '#domain/limits.ts'
import { passwordStrength } from '#domain/password.ts'
import { t } from '#web/platform/i18n/door.ts'
import css from '#web/sign-in/Door.module.css'

/** How strong the password looks while it is typed (product §2); a hint, never a rule. */
export function Strength({ password }: { password: string }) {
  if (password === '') return t('signIn.passwordHint', { count: limits.user.passwordMin })
  const strength = passwordStrength(password)
  return (
    <span className={css.strength}>
      <span className={css.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={bar <= strength ? css[`on${strength}`] : undefined} />
        ))}
      </span>
      <span aria-live="polite">{t('signIn.strength', { word: t(`signIn.strengthWords.${strength}`) })}</span>
    </span>
  )
}
