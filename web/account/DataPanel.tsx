import { Suspense, useState } from 'react'
import type { Account } from '#domain/account.ts'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogLoadError } from '#web/platform/loading/DialogLoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const CloseDialog = lazyComponent(() => import('#web/account/CloseDialog.tsx'), 'default', DialogLoadError)

/** The person's data: export it, or close the account. */
export function DataPanel({ account }: { account: Account }) {
  const [closing, setClosing] = useState(false)
  return (
    <Panel title={t('account.data.title')}>
      <ul className={`${css.rows} list stack`}>
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
            <p className="muted short-measure">{t(account.isSupport ? 'account.data.closeSupport' : 'account.data.closeText')}</p>
          </div>
          {!account.isSupport && <Button onClick={() => setClosing(true)}>{t('account.data.close')}</Button>}
        </li>
      </ul>
      {closing && (
        <Suspense>
          <CloseDialog asksCode={account.secondFactor.on} onClose={() => setClosing(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
