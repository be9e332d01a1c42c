import { type FunctionComponent, lazy, useCallback, useEffect, useState } from 'react'
import { t } from '#web/platform/i18n/visitor.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { loadErrorSentence, useRetryOnline } from '#web/platform/loading/load-error-sentence.ts'
import { retryStyles } from '#web/platform/loading/retry-styles.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

/** Asks once more for what did not come, and says whether it does, be it with the whole page. */
export type Retry = { again: () => Promise<boolean> }

/** `preload` has its file come before it is shown, and says nothing where it does not. */
type Part<Props> = FunctionComponent<Props> & { preload: () => Promise<void> | undefined }

/**
 * A screen, or a part of one, whose file comes when it is to be shown. Where it does not come, `Without` stands in its place: what is around
 * it stays, and so does what was typed there.
 */
export function lazyComponent<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
  Without: FunctionComponent<NoInfer<Props> & Retry> = ScreenUnloaded,
): Part<Props> {
  let Loaded: FunctionComponent<Props> | undefined
  let coming: Promise<void> | undefined
  const ask = () => {
    coming ??= retryStyles()
      .then(load)
      .then(
        (module) => {
          Loaded = module[name]
        },
        () => {},
      )
      .finally(() => {
        coming = undefined
      })
    return coming
  }
  const first = () => lazy<FunctionComponent<Props & Retry>>(() => ask().then(() => ({ default: Loaded ?? Without })))
  let First = first()
  function Part(props: Props) {
    // One and the same for as long as this stands, or what is typed in it would be lost; the file may have come without this being drawn again.
    const [Shown, show] = useState<FunctionComponent<Props & Retry>>(() => Loaded ?? First)
    const again = useCallback(async () => {
      await ask()
      if (!Loaded) return await reloadIfServed()
      show(() => Loaded ?? First)
      return true
    }, [])
    // Whoever opens it another time has it asked for anew.
    useEffect(
      () => () => {
        First = first()
      },
      [],
    )
    return <Shown {...props} again={again} />
  }
  Part.preload = () => (Loaded ? undefined : ask())
  return Part
}

/**
 * The server is there, and the file is not: it is one of a former build, or the browser does not ask again. Chromium up to 153 refuses a module
 * for as long as the page lives. Where something would be lost, the browser asks before.
 */
async function reloadIfServed(): Promise<boolean> {
  const { ok } = await fetch('/healthz').catch(Response.error)
  if (ok) location.reload()
  return ok
}

/** Not over and over: a page that came by a reload has tried. */
const isReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** Stands in place of a screen whose files did not come; the frame around it stays. */
function ScreenUnloaded({ again }: Retry) {
  const title = t('errorPages.unloadedTitle')
  usePageTitle(title)
  const [hasTried, setTried] = useState(isReloaded)
  useEffect(() => {
    // A build that has gone meanwhile is replaced without a word: whatever was typed has been left with the screen before.
    if (!isReloaded()) void again().then((comes) => setTried(!comes))
  }, [again])
  useRetryOnline(again)
  if (!hasTried) return <Spinner />
  return (
    <div className={css.screen}>
      <h1>{title}</h1>
      <p className={css.text}>{loadErrorSentence()}</p>
      <Button look="primary" onClick={again}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
