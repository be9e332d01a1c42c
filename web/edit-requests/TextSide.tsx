import { Suspense } from 'react'
import type { Side } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/platform/i18n/later.ts'
import { part } from '#web/platform/loading/part.tsx'

const Words = part(() => import('#web/edit-requests/Words.tsx'), 'default', Unmarked)

export type Texts = { side: Side; live: string; proposed: string }

/** A text with the words marked that differ; readable before the marks have arrived. */
export function TextSide(texts: Texts) {
  const text = texts[texts.side]
  if (text === '') return <p className={css.none}>{t('editRequests.nothing')}</p>
  return (
    <p className={css.text}>
      <Suspense fallback={<Unmarked {...texts} />}>
        <Words {...texts} />
      </Suspense>
    </p>
  )
}

function Unmarked({ side, ...texts }: Texts) {
  return texts[side]
}
