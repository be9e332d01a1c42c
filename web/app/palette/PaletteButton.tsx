import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Me } from '#contract/users.ts'
import type { Asked } from '#web/app/palette/actions.ts'
import css from '#web/app/palette/PaletteButton.module.css'
import { remember, thingAt } from '#web/app/palette/recent.ts'
import { ariaKeysOf, isCharacter, isPressed, keysOf, shortcuts } from '#web/app/palette/shortcuts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { chooseTheme, otherTheme, theme } from '#web/platform/theme.ts'
import IconSearch from '#web/ui/icons/IconSearch.tsx'

/** Exported for `load-ahead.ts`: without a network the keys could not open a palette that was never loaded. */
export const Palette = lazyDialog(() => import('#web/app/palette/Palette.tsx'), 'Palette')
const PaletteDialogs = lazyDialog(() => import('#web/app/palette/PaletteDialogs.tsx'), 'PaletteDialogs')

/** A button for people who do not know the keys of the palette. Listens for the keys that work on every screen. */
export function PaletteButton({ me, toggleSidebar }: { me: Me; toggleSidebar: () => void }) {
  const [open, setOpen] = useState(false)
  const [asked, ask] = useState<Asked | null>(null)
  // Bound before the button is visible, because the button names the keys.
  useLayoutEffect(() => {
    const act = { search: () => setOpen(true), sidebar: toggleSidebar, theme: () => chooseTheme(otherTheme(theme.read())) }
    const press = (event: KeyboardEvent) => {
      const name = (['search', 'sidebar', 'theme'] as const).find((one) => isPressed(shortcuts[one], event))
      if (!name || document.querySelector('dialog[open]')) return
      event.preventDefault()
      // Keys that are held down repeat: the sidebar or the theme would switch to and fro.
      if (!event.repeat) act[name]()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [toggleSidebar])
  const close = useCallback(() => setOpen(false), [])
  const typedAhead = useTypedAhead(open, close)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const thing = path === undefined ? null : thingAt(me.role, path)
    if (thing) remember(me.id, thing.href)
  }, [me, path])
  return (
    <>
      <button
        type="button"
        className={`${css.button} inline-line muted tall-touch hovers`}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeysOf(shortcuts.search)}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} />
        <span className="unseen-narrow">{t('common.search')}</span>
        <kbd className={`${css.keys} wide-only with-keyboard`} aria-hidden>
          {keysOf(shortcuts.search)}
        </kbd>
      </button>
      {open && <Palette {...{ me, ask, toggleSidebar, typedAhead }} onClose={close} />}
      {asked && <PaletteDialogs asked={asked} onClose={() => ask(null)} />}
    </>
  )
}

/** The text typed before the palette had a field, and whether Enter followed it. */
export type TypedAhead = { text: string; enter: boolean }

/** Collects what a person types between opening the palette and seeing its field; no screen hears those keys. Escape closes the palette. */
function useTypedAhead(open: boolean, close: () => void) {
  const typed = useRef<TypedAhead>({ text: '', enter: false })
  useLayoutEffect(() => {
    if (!open) return
    typed.current = { text: '', enter: false }
    const collect = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const isText = isCharacter(event)
      if ((!isText && (ctrlKey || metaKey || altKey)) || document.querySelector('dialog[open]')) return
      event.stopPropagation()
      // Tab and the function keys are the browser's.
      if (!isText && !['Escape', 'Enter', 'Backspace'].includes(key)) return
      event.preventDefault()
      const { text } = typed.current
      if (key === 'Escape') close()
      else if (key === 'Enter') typed.current = { text, enter: true }
      else if (key === 'Backspace') typed.current = { text: text.slice(0, -1), enter: false }
      else typed.current = { text: text + key, enter: false }
    }
    document.addEventListener('keydown', collect, true)
    return () => document.removeEventListener('keydown', collect, true)
  }, [open, close])
  return typed
}
