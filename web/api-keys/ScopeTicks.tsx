import type { Scope } from '#domain/api-key.ts'
import css from '#web/api-keys/ApiKeys.module.css'
import { scopesShown, scopeText } from '#web/api-keys/scope-text.ts'
import { t } from '#web/messages/messages.ts'

type Props = { chosen: readonly Scope[]; error: string | undefined; onChange: (chosen: Scope[]) => void }

/** What a key may do. */
export function ScopeTicks({ chosen, error, onChange }: Props) {
  return (
    <fieldset className={css.ticks}>
      <legend>{t('apiKeys.scopes')}</legend>
      {scopesShown.map((scope) => (
        <label key={scope} className={css.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) => onChange(scopesShown.filter((one) => (one === scope ? target.checked : chosen.includes(one))))}
          />
          <span>{scopeText(scope)}</span>
        </label>
      ))}
      {error && (
        <p className={css.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
