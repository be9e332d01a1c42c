import type { FunctionComponent } from 'react'
import { type Path, screenOf } from '#domain/routes.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'

/** Every file that may be the screen of a page, each in a chunk of its own. */
const files = import.meta.glob<Record<string, FunctionComponent>>(['./*/*Page.tsx', './*/*Pages.tsx', './app/errors/*Page.tsx'], {
  base: '../',
})

/** The screen of a page, which is loaded when it is opened; none if the path only redirects. */
export function screenAt(path: Path): { component?: ReturnType<typeof lazyComponent> } {
  const screen = screenOf(path)
  const load = files[`./${screen?.file}`]
  return load && screen ? { component: lazyComponent(load, screen.component) } : {}
}
