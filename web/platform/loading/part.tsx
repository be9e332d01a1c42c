import { type FunctionComponent, lazy, useCallback, useEffect, useState } from 'react'
import { ScreenUnloaded } from '#web/platform/loading/ScreenUnloaded.tsx'
import { stylesAgain } from '#web/platform/loading/styles-again.ts'

/** Asks once more for what did not come, and says whether it does, be it with the whole page. */
export type Again = { again: () => Promise<boolean> }

/** `preload` has its file come before it is shown, and says nothing where it does not. */
type Part<Props> = FunctionComponent<Props> & { preload: () => Promise<void> | undefined }

/**
 * A screen, or a part of one, whose file comes when it is to be shown. Where it does not come, `Without` stands in its place: what is around
 * it stays, and so does what was typed there.
 */
export function part<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
  Without: FunctionComponent<NoInfer<Props> & Again> = ScreenUnloaded,
): Part<Props> {
  let Loaded: FunctionComponent<Props> | undefined
  let coming: Promise<void> | undefined
  const ask = () => {
    coming ??= stylesAgain()
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
  const first = () => lazy<FunctionComponent<Props & Again>>(() => ask().then(() => ({ default: Loaded ?? Without })))
  let First = first()
  function Part(props: Props) {
    // One and the same for as long as this stands, or what is typed in it would be lost; the file may have come without this being drawn again.
    const [Shown, show] = useState<FunctionComponent<Props & Again>>(() => Loaded ?? First)
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
