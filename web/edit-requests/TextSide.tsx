import { lazy, Suspense } from 'react'
import type { Side } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/messages/messages.ts'

const Words = lazy(() => import('#web/edit-requests/Words.tsx'))

export type Texts = { side: Side; live: string; proposed: string }

/** A text with the words marked that differ; readable before the marks have arrived. */
export function TextSide(texts: Texts) {
  const text = texts[texts.side]
  if (text === '') return <p className={css.none}>{t('editRequests.nothing')}</p>
  return (
    <p className={css.text}>
      <Suspense fallback={text}>
        <Words {...texts} />
      </Suspense>
    </p>
  )
}
