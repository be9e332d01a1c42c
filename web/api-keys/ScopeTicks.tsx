import type { Scope } from '#domain/api-key.ts'
import { scopesShown, scopeText } from '#web/api-keys/scope-text.ts'
import { t } from '#web/platform/i18n/later.ts'
import { Ticks } from '#web/ui/Ticks.tsx'

type Props = { chosen: readonly Scope[]; error: string | undefined; onChange: (chosen: Scope[]) => void }

/** What a key may do. */
export const ScopeTicks = (props: Props) => (
  <Ticks legend={t('apiKeys.scopes')} options={scopesShown.map((value) => ({ value, label: scopeText(value) }))} {...props} />
)
