import { type ReactNode, useId } from 'react'
import { CloseButton } from '#web/ui/CloseButton.tsx'
import css from '#web/ui/Dialog.module.css'
import { useModal } from '#web/ui/use-modal.ts'

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode; actions?: ReactNode }

/**
 * The browser's own dialog: it keeps the focus inside, restores it afterwards and closes by Escape. Its content exists only while it is
 * open.
 */
export function Dialog({ title, open, onClose, children, actions }: Props) {
  const dialog = useModal(open)
  const id = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={id}
      onClose={onClose}
      // Runs before the browser closes it by Escape. `close` comes later: Enter right after Escape would find the dialog open and be lost.
      onCancel={({ target }) => target === dialog.current && onClose()}
      // The second half of a double click on the opener is not a click beside the dialog.
      onClick={({ target, detail }) => target === dialog.current && detail < 2 && onClose()}
    >
      {open && (
        <div className={css.box}>
          <header className={css.head}>
            <h2 id={id}>{title}</h2>
            <CloseButton onClick={onClose} />
          </header>
          <div className={css.body}>{children}</div>
          {actions && <footer className={css.foot}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
