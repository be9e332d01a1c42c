import type { ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

type Props = {
  code?: '404'
  title: string
  text: string
  /** True where there is no layout around it, which has the page's one `main`. */
  page?: boolean
  /** Tries again, by a button. */
  again?: () => unknown
  /** The way on, where trying again does not help. */
  children?: ReactNode
}

/** What is shown in place of a screen: what happened, and what a person can do. */
export function ErrorScreen({ code, title, text, page = false, again, children }: Props) {
  usePageTitle(title)
  const Main = page ? 'main' : 'div'
  return (
    <Main className={`${css.screen} column center`}>
      {code && <p className={css.code}>{code}</p>}
      {/* The layout focuses the heading of a page that a link has led to. */}
      <h1 tabIndex={code ? -1 : undefined}>{title}</h1>
      <p className={css.text}>{text}</p>
      {again && (
        <Button look="primary" onClick={again}>
          {t('common.retry')}
        </Button>
      )}
      {children}
    </Main>
  )
}
