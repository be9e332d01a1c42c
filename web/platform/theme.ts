import { withLocalStorage } from '#web/platform/local-storage.ts'
import { openStore } from '#web/platform/open-store.ts'

/** The themes a person can choose; `auto` follows the system. */
export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

/** The storage key of the choice; `index.html` reads it before the first paint. */
const key = 'backstall-theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
/** The chosen theme. */
export const theme = openStore(remembered())
systemIsDark.addEventListener('change', show)

function remembered(): Theme {
  const stored = withLocalStorage((storage) => storage.getItem(key), null)
  return themes.find((theme) => theme === stored) ?? 'light'
}

function show(): void {
  const chosen = theme.read()
  const dark = chosen === 'dark' || (chosen === 'auto' && systemIsDark.matches)
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light')
}

/** Changes the theme, here and, unless storage is blocked, at the next visit. */
export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  show()
  withLocalStorage((storage) => storage.setItem(key, chosen), undefined)
}

/** The theme that its keys choose. */
export const otherTheme = (now: Theme): Theme => (now === 'dark' ? 'light' : 'dark')
