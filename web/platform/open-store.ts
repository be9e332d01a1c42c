/** The listeners of a store, for `useSyncExternalStore`. */
export function openListeners() {
  const all = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: () => {
      for (const listener of all) listener()
    },
    isWatched: () => all.size > 0,
  }
}

/** Follows events of the window or another target, for `useSyncExternalStore`. */
export const listenTo =
  (target: EventTarget, ...events: string[]) =>
  (changed: (event: Event) => unknown) => {
    for (const event of events) target.addEventListener(event, changed)
    return () => {
      for (const event of events) target.removeEventListener(event, changed)
    }
  }

/** A value that screens follow with `useSyncExternalStore`. */
export function openStore<Value>(value: Value) {
  const { subscribe, notify } = openListeners()
  const set = (next: Value) => {
    value = next
    notify()
  }
  return { read: () => value, set, subscribe }
}
