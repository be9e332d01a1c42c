import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { Account } from '#domain/account.ts'
import { DevicesPanel } from '#web/account/DevicesPanel.tsx'
import { EmailRow } from '#web/account/EmailRow.tsx'
import { OfflineCachePanel } from '#web/account/OfflineCachePanel.tsx'
import { PasswordRow } from '#web/account/PasswordRow.tsx'
import { ProfileForm } from '#web/account/ProfileForm.tsx'
import css from '#web/account/ProfilePage.module.css'
import { ProviderRow } from '#web/account/ProviderRow.tsx'
import { SecondFactorRow } from '#web/account/SecondFactorRow.tsx'
import { PreferencesPanel } from '#web/notifications/PreferencesPanel.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { chooseTheme, theme, themes } from '#web/platform/theme.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/profile` (spec §2): the signed-in person's account. */
export function ProfilePage() {
  const { marketplaceName } = useMarketplace()
  const query = useQuery(rpc.account.get.queryOptions())
  return (
    <div className={`${css.page} stack`}>
      <PageHeader title={t('titles.profile')} lead={t('account.lead', { name: marketplaceName })} />
      <DataState query={query}>{(account) => <Panels account={account} />}</DataState>
    </div>
  )
}

function Panels({ account }: { account: Account }) {
  const { required, on } = account.secondFactor
  // A required second factor comes first; it stays there while recovery codes are shown.
  const [factorFirst] = useState(required && !on)
  return (
    <>
      {required && !on && (
        <Note tone="warn">
          <strong>{t('account.needed')}</strong>
          <p>{t('account.neededText')}</p>
        </Note>
      )}
      {factorFirst && <SignInPanel account={account} />}
      <ProfileForm account={account} />
      {!factorFirst && <SignInPanel account={account} />}
      <DevicesPanel />
      {/* The server refuses them until a required second factor is set up. */}
      {!(required && !on) && <PreferencesPanel />}
      <OfflineCachePanel />
      <Panel title={t('account.appearance')}>
        <Theme />
      </Panel>
      <DataPanel account={account} />
    </>
  )
}

function Theme() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.read)
  const options = themes.map((value) => ({ value, label: t(`layout.theme.${value}`) }))
  return <Choice legend={t('account.theme')} name="theme" value={chosen} options={options} onChoose={chooseTheme} />
}

/** The sign-in settings: address, password, second factor. */
function SignInPanel({ account }: { account: Account }) {
  const passwords = useMarketplace().signIn?.password !== false
  return (
    <Panel title={t('account.signIn')}>
      <ul className={`${css.rows} list`}>
        <EmailRow account={account} />
        {(account.hasPassword || passwords) && <PasswordRow account={account} />}
        {account.provider && <ProviderRow provider={account.provider} hasPassword={account.hasPassword} passwords={passwords} />}
        <SecondFactorRow account={account} />
      </ul>
    </Panel>
  )
}

const CloseDialog = lazyDialog(() => import('#web/account/CloseDialog.tsx'), 'default')

/** The person's data: export it, or close the account. */
function DataPanel({ account }: { account: Account }) {
  const [closing, setClosing] = useState(false)
  return (
    <Panel title={t('account.data.title')}>
      <ul className={`${css.rows} list`}>
        <li>
          <div className={`${css.words} stack gap-4`}>
            <div className="name-line">{t('account.data.export')}</div>
            <p className="muted short-measure">{t('account.data.exportText')}</p>
          </div>
          <a className={buttonClass()} href="/api/account/export.json" download>
            {t('account.data.download')}
          </a>
        </li>
        <li>
          <div className={`${css.words} stack gap-4`}>
            <div className="name-line">{t('account.data.close')}</div>
            <p className="muted short-measure">
              {t(`account.data.${account.isSupport ? 'closeSupport' : account.role === 'admin' ? 'closeTextAdmin' : 'closeText'}`)}
            </p>
          </div>
          {!account.isSupport && <Button onClick={() => setClosing(true)}>{t('account.data.close')}</Button>}
        </li>
      </ul>
      {closing && <CloseDialog asksCode={account.secondFactor.on} onClose={() => setClosing(false)} />}
    </Panel>
  )
}
