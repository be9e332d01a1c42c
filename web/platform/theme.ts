/** The themes a person can choose; `auto` follows the system. */
export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

/** The storage key of the choice; `index.html` reads it before the first paint. */
const key = 'backstall-theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen: Theme = remembered()
systemIsDark.addEventListener('change', show)

function remembered(): Theme {
  try {
    const stored = localStorage.getItem(key)
    return themes.find((theme) => theme === stored) ?? 'light'
  } catch {
    return 'light'
  }
}

function show(): void {
  const dark = chosen === 'dark' || (chosen === 'auto' && systemIsDark.matches)
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light')
}

/** Changes the theme, here and at the next visit. */
export function chooseTheme(theme: Theme): void {
  chosen = theme
  show()
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage may be blocked; the choice then lasts until the window closes.
  }
  for (const listener of listeners) listener()
}

/** The theme that its keys choose. */
export const otherTheme = (now: Theme): Theme => (now === 'dark' ? 'light' : 'dark')

/** The chosen theme, for `useSyncExternalStore`. */
export const theme = {
  read: () => chosen,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
