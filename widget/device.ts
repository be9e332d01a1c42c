/** All keys of the widget in the storage of the storefront's origin. */
const root = 'backstall-chat:'
const whoKey = `${root}who`
const of = (who: string) => `${root}${encodeURIComponent(who)}:`

/** Stands in where the browser blocks storage or it is full; the widget then keeps things until the page is left. */
const inMemory = new Map<string, string>()

function attempt<Answer>(act: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

const keys = () =>
  [...new Set([...attempt((storage) => Object.keys(storage), []), ...inMemory.keys()])].filter((key) => key.startsWith(root))
const get = (key: string) => inMemory.get(key) ?? attempt((storage) => storage.getItem(key), null)
function remove(key: string): void {
  inMemory.delete(key)
  attempt((storage) => storage.removeItem(key), undefined)
}
function set(key: string, text: string): void {
  const isStored = attempt((storage) => {
    storage.setItem(key, text)
    return true
  }, false)
  if (isStored) inMemory.delete(key)
  else inMemory.set(key, text)
}

/** What one buyer keeps on this device, by name. */
export type Shelf = ReturnType<typeof shelfOf>

export const shelfOf = (who: string) => ({
  read: (name: string): string | null => get(of(who) + name),
  /** An empty text removes the entry. */
  write: (name: string, text: string): void => (text === '' ? remove(of(who) + name) : set(of(who) + name, text)),
  /** The names that begin like this. */
  names: (start: string): string[] =>
    keys()
      .filter((key) => key.startsWith(of(who) + start))
      .map((key) => key.slice(of(who).length)),
})

/** Removes what other buyers left on this device, and tells the other tabs who is here now. */
export function keepOnly(who: string): void {
  for (const key of keys()) if (key !== whoKey && !key.startsWith(of(who))) remove(key)
  if (get(whoKey) !== who) set(whoKey, who)
}

/** Calls back when another tab changed what this buyer keeps, or when another buyer came. Browsers report only the changes of other tabs. */
export function onOtherTab(who: string, { changed, replaced }: { changed: () => void; replaced: () => void }, signal: AbortSignal): void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === null || key.startsWith(of(who))) changed()
    if (key === null || (key === whoKey && newValue !== who)) replaced()
  }
  addEventListener('storage', listener, { signal })
}

/** Runs `work` while no other tab runs work of this name. A page that is not secure has no locks. */
export const alone = <Answer>(name: string, signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> =>
  navigator.locks ? navigator.locks.request(`backstall-chat-${name}`, { signal }, work) : work()
