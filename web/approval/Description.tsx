import { lazy, Suspense } from 'react'
import css from '#web/approval/Opened.module.css'
import { t } from '#web/messages/messages.ts'

const Markdown = lazy(() => import('#web/ui/Markdown.tsx'))

/** What the seller wrote about it; readable before the formatting has arrived. */
export function Description({ text }: { text: string }) {
  if (text === '') return <p className={css.none}>{t('approval.noDescription')}</p>
  return (
    <Suspense fallback={<p className={css.plain}>{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}
