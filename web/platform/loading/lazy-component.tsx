import { type FunctionComponent, lazy, useCallback, useEffect, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { ErrorScreen } from '#web/platform/loading/ErrorScreen.tsx'
import { loadErrorSentence, useRetryOnline } from '#web/platform/loading/load-error-sentence.ts'
import { retryStyles } from '#web/platform/loading/retry-styles.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

/** `again` repeats a failed load; it resolves to whether that succeeds, possibly by reloading the page. */
export type Retry = { again: () => Promise<boolean> }

/** `preload` loads the file before it is shown, and ignores a failure. */
export type LazyComponent<Props> = FunctionComponent<Props> & { preload: () => Promise<void> | undefined }

/**
 * A screen, or a part of one, whose file is loaded when it is shown. If that fails, `Fallback` replaces it: what is around it stays, and so
 * does the input there.
 */
export function lazyComponent<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
  Fallback: FunctionComponent<NoInfer<Props> & Retry> = ScreenLoadError,
): LazyComponent<Props> {
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
  const first = () => lazy<FunctionComponent<Props & Retry>>(() => ask().then(() => ({ default: Loaded ?? Fallback })))
  let First = first()
  function Lazy(props: Props) {
    // Fixed while this is mounted, because a change of component would lose its input; the file may have been loaded without a rerender.
    const [Shown, show] = useState<FunctionComponent<Props & Retry>>(() => Loaded ?? First)
    const again = useCallback(async () => {
      await ask()
      if (!Loaded) return await reloadIfServed()
      show(() => Loaded ?? First)
      return true
    }, [])
    // After a failure, the file is requested again the next time the component is shown.
    useEffect(
      () => () => {
        First = first()
      },
      [],
    )
    return <Shown {...props} again={again} />
  }
  Lazy.preload = () => (Loaded ? undefined : ask())
  return Lazy
}

/**
 * Reloads if the server answers but the file fails: it belongs to a former build, or the browser does not repeat the request. Chromium up
 * to 153 refuses a failed module for as long as the page lives. If data would be lost, the browser asks first.
 */
async function reloadIfServed(): Promise<boolean> {
  const { ok } = await fetch('/healthz').catch(Response.error)
  if (ok) location.reload()
  return ok
}

/** Prevents a loop: a page that was reloaded has tried already. */
const isReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** Replaces a screen whose files failed to load; the layout around it stays. */
function ScreenLoadError({ again }: Retry) {
  const [hasTried, setTried] = useState(isReloaded)
  useEffect(() => {
    // A build that was replaced is reloaded without a message: the screen with the input has been left already.
    if (!isReloaded()) void again().then((comes) => setTried(!comes))
  }, [again])
  useRetryOnline(again)
  if (!hasTried) return <Spinner />
  return <ErrorScreen title={t('errorPages.unloadedTitle')} text={loadErrorSentence()} again={again} />
}
