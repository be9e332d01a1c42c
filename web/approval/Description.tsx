import { Suspense } from 'react'
import { part } from '#web/app/part.tsx'
import css from '#web/approval/Opened.module.css'
import { t } from '#web/messages/messages.ts'

const Markdown = part(() => import('#web/ui/Markdown.tsx'), 'default', Unformatted)

/** What the seller wrote about it; readable before the formatting has arrived. */
export function Description({ text }: { text: string }) {
  if (text === '') return <p className={css.none}>{t('approval.noDescription')}</p>
  return (
    <Suspense fallback={<Unformatted text={text} />}>
      <Markdown text={text} />
    </Suspense>
  )
}

function Unformatted({ text }: { text: string }) {
  return <p className={css.plain}>{text}</p>
}
