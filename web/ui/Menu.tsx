import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconDots from '#web/ui/icons/IconDots.tsx'
import css from '#web/ui/Menu.module.css'
import { toast } from '#web/ui/toasts.ts'

export type MenuItem = {
  label: string
  /** The reason why it is disabled; it is also shown when the item is clicked. */
  why?: string | undefined
  /** Shown below the label; the reason of a disabled item stands instead. */
  note?: string | undefined
  /** It is being done: it cannot be chosen again meanwhile. */
  busy?: boolean | undefined
  /** It is a choice that is on or off; the menu stays open as it changes. */
  checked?: boolean
  act: () => void
}

/** The look of a link that stands among the items; the link has the role of an item, and its click closes the menu. */
export const menuLink = `${css.item} tall-touch tints plain-link`

type Props = {
  label: string
  items: readonly MenuItem[]
  /** On the button; "…" unless given. A text is an ordinary button. */
  face?: ReactNode
  /** Stands above the items. */
  head?: ReactNode
}

/** A button with a menu of actions. The arrows move in it, and Escape closes it. */
export function Menu({ label, items, face = <IconDots size={18} />, head }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const choose = ({ why, busy, checked, act }: MenuItem) => {
    if (why) return toast(why, 'bad')
    if (busy) return
    // Gives the focus back to the button, so that a dialog returns it there.
    if (checked === undefined) list.current?.hidePopover()
    act()
  }
  const opener = { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open, onKeyDown: openByArrow } as const
  return (
    <>
      {typeof face === 'string' ? (
        <Button {...opener} aria-label={label}>
          {face}
        </Button>
      ) : (
        <IconButton label={label} {...opener}>
          {face}
        </IconButton>
      )}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={`${css.menu} raised boxed`}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') itemsOf(currentTarget)[0]?.focus()
          // Not before it has closed: the browser returns the focus only from an item that still exists.
          else setOpen(false)
        }}
        onKeyDown={moveByKey}
        onClick={({ target }) => (target as Element).closest('a') && list.current?.hidePopover()}
      >
        {open && head}
        {open &&
          items.map((item, at) => {
            const note = item.why ?? item.note
            return (
              <Fragment key={item.label}>
                <button
                  type="button"
                  {...(item.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': item.checked })}
                  tabIndex={-1}
                  className={`${css.item} tall-touch tints`}
                  aria-disabled={item.why || item.busy ? true : undefined}
                  aria-busy={item.busy || undefined}
                  aria-describedby={note ? `${id}-${at}` : undefined}
                  onClick={() => choose(item)}
                >
                  {item.label}
                </button>
                {note && (
                  <span id={`${id}-${at}`} className={`${css.note} block tiny`}>
                    {note}
                  </span>
                )}
              </Fragment>
            )
          })}
      </div>
    </>
  )
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

function openByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  event.currentTarget.click()
}

function moveByKey(event: KeyboardEvent<HTMLDivElement>): void {
  // The page has keys of its own.
  event.stopPropagation()
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
