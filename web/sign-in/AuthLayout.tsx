import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '#web/platform/Brand.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import css from '#web/sign-in/AuthLayout.module.css'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

type Props = {
  title: string
  lead?: string | undefined
  children: ReactNode
  beside?: ReactNode
  /** True if it replaced the focused content: the focus moves to its heading. */
  next?: boolean | undefined
}

/** The shared layout of visitors' screens: the logo, one card, the legal links. */
export function AuthLayout({ title, lead, children, beside, next = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (next) heading.current?.focus()
  }, [next])
  const marketplace = useMarketplace()
  const { termsUrl, privacyUrl } = marketplace
  usePageTitle(title)
  return (
    <div className={`${css.layout} column center`}>
      <header className={css.brand}>
        <Brand of={marketplace} />
      </header>
      <main className={css.main}>
        <div className={css.card}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
          <div className={css.inside}>{children}</div>
        </div>
        {beside && <p className={`${css.beside} prose`}>{beside}</p>}
      </main>
      {(termsUrl || privacyUrl) && (
        <nav aria-label={t('signIn.legal')} className={`${css.legal} muted inherits`}>
          {termsUrl && <a href={termsUrl}>{t('signIn.terms')}</a>}
          {privacyUrl && <a href={privacyUrl}>{t('signIn.privacy')}</a>}
        </nav>
      )}
    </div>
  )
}

/** Below a form that is not the one for signing in. */
export const BackToSignIn = ({ onBack }: { onBack: () => void }) => (
  <div className={css.under}>
    <Button look="quiet" onClick={onBack}>
      {t('signIn.backToSignIn')}
    </Button>
  </div>
)
