import type { Account } from '#domain/account.ts'
import { EmailRow } from '#web/account/EmailRow.tsx'
import { PasswordRow } from '#web/account/PasswordRow.tsx'
import css from '#web/account/ProfilePage.module.css'
import { SecondFactorRow } from '#web/account/SecondFactorRow.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Panel } from '#web/ui/Panel.tsx'

/** How one signs in: address, password, second factor. */
export function SignInPanel({ account }: { account: Account }) {
  return (
    <Panel title={t('account.signIn')}>
      <ul className={css.rows}>
        <EmailRow account={account} />
        <PasswordRow account={account} />
        <SecondFactorRow account={account} />
      </ul>
    </Panel>
  )
}
