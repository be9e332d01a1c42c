import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { CloseButton } from '#web/ui/CloseButton.tsx'
import css from '#web/ui/Dialog.module.css'
import { useModal } from '#web/ui/use-modal.ts'

type Props = {
  title: string
  /** True unless it is mounted before it opens. */
  open?: boolean
  onClose: () => void
  children: ReactNode
  /** The buttons of the footer; the last is the primary one. */
  actions?: ReactNode
  /** The first button of the footer, which is there with `actions` or this: "Cancel" by default, or "Close" where nothing is given up, or another one. */
  dismiss?: 'cancel' | 'close' | Exclude<ReactNode, string>
  /** Makes the dialog a form, which the primary button submits. */
  form?: ComponentPropsWithRef<'form'>
  /** Neither Escape nor a click beside it closes it: what it shows is shown only once. */
  stays?: boolean
}

/**
 * The browser's own dialog: it keeps the focus inside, restores it afterwards and closes by Escape, unless it `stays`. Its content exists only while it is
 * open, and scrolls between the title and the buttons.
 */
export function Dialog({ title, open = true, onClose, children, actions, dismiss, form, stays }: Props) {
  const dialog = useModal(open)
  const id = useId()
  const pressed = useRef<EventTarget | null>(null)
  const body = useRef<HTMLDivElement>(null)
  // The browser focuses the cross: another Enter would close what is shown only once.
  useEffect(() => {
    if (open && stays) body.current?.focus()
  }, [open, stays])
  const content = (
    <>
      <header className={`${css.head} line gap-16 between muted`}>
        <h2 id={id} className="shrinks breaks ink">
          {title}
        </h2>
        <CloseButton onClick={onClose} />
      </header>
      <div ref={body} tabIndex={stays ? -1 : undefined} className={css.body}>
        {children}
      </div>
      {(actions || dismiss) && (
        <footer className={`${css.foot} row end topped`}>
          {dismiss === undefined || typeof dismiss === 'string' ? (
            <Button onClick={onClose}>{dismiss === 'close' ? t('common.close') : t('common.cancel')}</Button>
          ) : (
            dismiss
          )}
          {actions}
        </footer>
      )}
    </>
  )
  const element = (
    <dialog
      ref={dialog}
      className={`${css.dialog} raised`}
      aria-labelledby={id}
      onClose={onClose}
      // Runs before the browser closes it by Escape. `close` comes later: Enter right after Escape would find the dialog open and be lost.
      onCancel={(event) => {
        if (stays) event.preventDefault()
        else if (event.target === dialog.current) onClose()
      }}
      // The browser closes it at a second Escape, whatever its `cancel` was answered.
      onKeyDown={(event) => stays && event.key === 'Escape' && event.preventDefault()}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      // Neither the second half of a double click on the opener nor the end of a selection that began inside is a click beside the dialog.
      onClick={({ target, detail }) => !stays && target === dialog.current && pressed.current === target && detail < 2 && onClose()}
    >
      {open &&
        (form ? (
          // Its events are not those of a form around the dialog.
          <form
            {...form}
            className={css.box}
            onSubmit={(event) => {
              event.stopPropagation()
              form.onSubmit?.(event)
            }}
            onChange={(event) => {
              event.stopPropagation()
              form.onChange?.(event)
            }}
          >
            {content}
          </form>
        ) : (
          <div className={css.box}>{content}</div>
        ))}
    </dialog>
  ) // A form cannot stand in another form.
  return form ? createPortal(element, document.body) : element
}
