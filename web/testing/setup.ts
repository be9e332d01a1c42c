import { afterAll, vi } from 'vitest'

/*
 * The files of a worker share one page, because jsdom takes half a second to make one. Each file loads Backstall's modules again, libraries stay
 * loaded, and what the file left on the page is removed.
 */
vi.resetModules()

const undo: (() => void)[] = []
const { fetch, setTimeout, setInterval, BroadcastChannel } = globalThis

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const step of undo) step()
  Object.assign(globalThis, { fetch, setTimeout, setInterval, BroadcastChannel })
  Reflect.deleteProperty(globalThis, 'indexedDB')
})

globalThis.setTimeout = Object.assign((...about: Parameters<typeof setTimeout>) => {
  const timer = setTimeout(...about)
  undo.push(() => clearTimeout(timer))
  return timer
}, setTimeout)
globalThis.setInterval = Object.assign((...about: Parameters<typeof setInterval>) => {
  const timer = setInterval(...about)
  undo.push(() => clearInterval(timer))
  return timer
}, setInterval)
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    undo.push(() => this.close())
  }
}

if ('document' in globalThis) await preparePage()

async function preparePage(): Promise<void> {
  // A busy machine is slow, so queries of the page wait longer.
  const { configure, getConfig } = await import('@testing-library/react')
  const { getElementError } = getConfig()
  configure({
    asyncUtilTimeout: 20_000,
    defaultHidden: false,
    // Printing the page takes a tenth of the time. While a query is repeated, no one reads that; the last failure has it.
    getElementError: (message, container) =>
      isRepeating(getConfig())
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  })
  for (const target of [window, document]) trackListeners(target)
  playDialogs()
  playPopovers()
  undo.push(() => {
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
    localStorage.clear()
    sessionStorage.clear()
    // Routers put functions of their own on it.
    for (const name of Object.keys(history)) Reflect.deleteProperty(history, name)
    history.replaceState(null, '', '/')
  })
}

/** Whether `waitFor` or a `findBy` query is trying; the types leave the property out. */
const isRepeating = (config: object) => '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true

function trackListeners(target: EventTarget): void {
  const add = target.addEventListener
  target.addEventListener = (...about: Parameters<typeof add>) => {
    add.apply(target, about)
    undo.push(() => target.removeEventListener(...about))
  }
  undo.push(() => {
    target.addEventListener = add
  })
}

/** jsdom has no top layer: dialogs open and close without it, and nothing in them scrolls. */
function playDialogs(): void {
  Element.prototype.scrollIntoView = () => {}
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}

/** Nor does it have popovers: they open and close by their buttons, without light dismissal. */
function playPopovers(): void {
  const shown = new WeakSet<HTMLElement>()
  const toggle = (element: HTMLElement, newState: 'open' | 'closed') => {
    if (shown.has(element) === (newState === 'open')) return
    shown[newState === 'open' ? 'add' : 'delete'](element)
    element.style.display = newState === 'open' ? 'block' : ''
    for (const type of ['beforetoggle', 'toggle']) element.dispatchEvent(Object.assign(new Event(type), { newState }))
  }
  HTMLElement.prototype.hidePopover = function () {
    toggle(this, 'closed')
  }
  document.addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    const popover = id && document.getElementById(id)
    if (popover) toggle(popover, shown.has(popover) ? 'closed' : 'open')
  })
}
