import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Role } from '#domain/user.ts'
import { t } from '#web/messages/messages.ts'
import { type Destination, destinationsFor } from '#web/palette/destinations.ts'
import css from '#web/palette/Palette.module.css'
import { useModal } from '#web/ui/use-modal.ts'

type Props = { role: Role; onClose: () => void }

/** Anywhere by a few keys (product §9): opened by mod+K, narrowed by typing, followed by Enter. */
export function Palette({ role, onClose }: Props) {
  const dialog = useModal(true)
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const found = destinationsFor(role, typed)
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  const go = (to: Destination | undefined) => {
    if (!to) return
    onClose()
    void router.navigate({ href: to.href })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') go(found[active])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={css.inside}>
        <input
          className={css.input}
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found[active] && `${id}-${active}`}
          placeholder={t('palette.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
        <div id={id} role="listbox" aria-label={t('palette.places')} className={css.list}>
          {found.map((to, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and its keys choose
            <div
              key={to.href}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={css.option}
              onClick={() => go(to)}
              onMouseMove={() => setActive(at)}
            >
              {to.text}
            </div>
          ))}
        </div>
      </div>
    </dialog>
  )
}
