import type { ReactNode } from 'react'
import css from '#web/chats/conversation/ChatLayout.module.css'
import { usePageTitle } from '#web/ui/page-title.ts'

type Props = {
  title: string
  lead?: string
  /** The link back, before the title. */
  back?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A conversation as high as the window: head, messages, and composer. */
export function ChatLayout({ title, lead, back, actions, children }: Props) {
  usePageTitle(title)
  return (
    <section className={`${css.chat} column card whole-printed`} aria-label={title}>
      <header className={`${css.head} line gap-12`}>
        {back}
        <div className={`${css.words} grow`}>
          <h1 tabIndex={-1} className="ellipsis" dir="auto" title={title}>
            {title}
          </h1>
          {lead && (
            <p className="aside ellipsis" title={lead}>
              {lead}
            </p>
          )}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}
