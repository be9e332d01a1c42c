export type Toast = {
  id: number
  text: string
  tone: 'good' | 'bad'
  /** True once it was shown long enough for screen readers; set by `Toasts`. */
  isRead: boolean
  /** The rest of its time, in milliseconds; counted down by `Toasts`. */
  left: number
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** How long a toast stays, in milliseconds; a refusal stays longer, and a long sentence too. */
const stays = { good: 5_000, bad: 10_000 }
const perCharacter = 50

/** Shows the result of an action for a short time, at the edge of the screen; screen readers announce it without moving the focus. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const left = stays[tone] + perCharacter * text.length
  change([...shown.slice(-2), { id: ++last, text, tone, isRead: false, left }])
}

export function dismissToast(id: number): void {
  change(shown.filter((one) => one.id !== id))
}

/** Removes all toasts: they were for the former person. */
export function dismissToasts(): void {
  if (shown.length > 0) change([])
}

/** The current toasts, for `useSyncExternalStore`. */
export const toasts = {
  read: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
