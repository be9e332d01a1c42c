import { Suspense, useLayoutEffect, useState } from 'react'
import type { Role } from '#domain/user.ts'
import css from '#web/app/palette/PaletteButton.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogLoadError } from '#web/platform/loading/DialogLoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import IconSearch from '#web/ui/icons/IconSearch.tsx'

/** Also loaded ahead: without a network its keys would open a dialog that cannot be loaded. */
export const Palette = lazyComponent(() => import('#web/app/palette/Palette.tsx'), 'Palette', DialogLoadError)
const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** A button for people who do not know the keys of the palette. */
export function PaletteButton({ role }: { role: Role }) {
  const [open, setOpen] = useState(false)
  // Bound before the button is visible, because the button names the keys.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const ours = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey
      if (!ours || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className={`${css.button} hovers`}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} />
        <span className="unseen-narrow">{t('common.search')}</span>
        <kbd className={`${css.keys} wide-only`} aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense>{open && <Palette role={role} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
