export type Toast = {
  id: number
  text: string
  tone: 'good' | 'bad'
  /** Was it shown long enough for screen readers? The place that shows it says so. */
  isRead: boolean
  /** How much longer it stays, in milliseconds; the place that shows it counts down. */
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

/** Says shortly what an action led to, at the edge of the screen; read out without taking the focus. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const left = stays[tone] + perCharacter * text.length
  change([...shown.slice(-2), { id: ++last, text, tone, isRead: false, left }])
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  change(shown.filter((one) => one.id !== id))
}

/** Takes all of them away: they were for whoever sat here. */
export function dismissToasts(): void {
  if (shown.length > 0) change([])
}

/** The toasts of the moment, for `useSyncExternalStore`. */
export const toasts = {
  read: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
