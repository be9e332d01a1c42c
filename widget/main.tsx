import { render } from 'preact'
import type { WidgetConfig } from '#contract/widget.ts'
import { loadConfig } from './calls.ts'
import { type Chat, openChat } from './chat.ts'
import { type AskToken, askStorefront, openIdentity, visitor } from './identity.ts'
import { pauseAfter, Refusal } from './refusal.ts'
import css from './style.css?inline'
import { Widget } from './Widget.tsx'

/** What the storefront may set before the widget loads, and what the widget adds (docs/widget.md). */
type Backstall = {
  /** Gives a fresh token of the buyer who is signed in; nothing if none is. */
  getToken?: () => Promise<string | null | undefined> | string | null | undefined
  open?: () => void
  close?: () => void
  /** The buyer signed in or out without a new page. */
  refresh?: () => void
}
declare global {
  interface Window {
    Backstall?: Backstall
  }
}

/** How often loading the settings is repeated: a storefront that is not listed gets no answer that its page may read. */
const attemptsMax = 8

/** An element of its own, so that rules of the storefront for other elements do not match it. */
function openRoot(theme: string): HTMLElement {
  const host = document.createElement('backstall-chat')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]
  const root = document.createElement('div')
  Object.assign(root, { className: `root ${theme}`, lang: 'en', dir: 'ltr' })
  // Shortcuts of the storefront would not see that a field has the focus.
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, (event) => event.stopPropagation())
  shadow.append(root)
  document.body.append(host)
  return root
}

function start(base: string, ask: AskToken, theme: string) {
  const root = openRoot(theme)
  let config: WidgetConfig | null = null
  let chat: Chat | null = null
  let who = ''
  let failure: Refusal | null = null
  let isOpen = false
  let isDrawn = true
  const draw = () => {
    if (!isDrawn) return
    isDrawn = false
    queueMicrotask(() => {
      isDrawn = true
      const refusal = chat?.read().failure
      const isOff = isFinal(failure) || isFinal(refusal ?? null)
      const mustSignIn = refusal?.code === 'verified-only' || (who === visitor && config !== null && !config.anonymous)
      render(isOff || !config ? null : <Widget {...{ config, chat, failure, mustSignIn, isOpen, setOpen, again }} />, root)
    })
  }
  const setOpen = (open: boolean) => {
    isOpen = open
    chat?.setOpen(open)
    draw()
    if (open) refreshConfig().then(draw, () => {})
  }
  /** Business hours begin and end while a page stays open. */
  const refreshConfig = async () => {
    config = await loadConfig(base)
  }
  const identity = openIdentity(ask, (now) => {
    who = now
    chat?.close()
    chat = openChat({ base, identity, who, changed: draw })
    chat.setOpen(isOpen)
  })
  async function begin(failures = 0): Promise<void> {
    try {
      await refreshConfig()
      // The button does not wait for the storefront.
      draw()
      await identity.refresh()
      failure = null
    } catch (error) {
      failure = Refusal.noAnswer(error)
      if (failure.isPassing && failures < attemptsMax) setTimeout(() => void begin(failures + 1), pauseAfter(failures + 1, failure.waitMs))
      else console.warn('Backstall chat:', failure.message, failure.cause)
    }
    draw()
  }
  const again = () => (failure ? void begin() : chat?.again())
  const refresh = () => void identity.recheck()
  // The page comes back as it was left, perhaps after a sign-out.
  addEventListener('pageshow', ({ persisted }) => persisted && refresh())
  void begin()
  return { open: () => setOpen(true), close: () => setOpen(false), refresh }
}

/** The widget is switched off, or not for this storefront. */
const isFinal = (refusal: Refusal | null) => refusal?.code === 'widget-off' || refusal?.code === 'wrong-origin'

function main({ src, dataset: { tokenUrl, theme = '' } }: HTMLScriptElement): void {
  window.Backstall ??= {}
  const shop = window.Backstall
  // The script is in the page twice.
  if (shop.open) return
  Object.assign(
    shop,
    start(new URL(src).origin, () => askStorefront(tokenUrl), theme),
  )
}

const script = document.currentScript as HTMLScriptElement
if (document.body) main(script)
else addEventListener('DOMContentLoaded', () => main(script))
