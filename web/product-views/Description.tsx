import { Suspense } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'

const Markdown = lazyComponent(() => import('#web/ui/Markdown.tsx'), 'default', Unformatted)

/** The description of a product; readable before the formatting loads. */
export function Description({ text }: { text: string }) {
  if (text === '') return <p className="muted">{t('approval.noDescription')}</p>
  return (
    <Suspense fallback={<Unformatted text={text} />}>
      <Markdown text={text} />
    </Suspense>
  )
}

function Unformatted({ text }: { text: string }) {
  return <p className="as-written">{text}</p>
}
