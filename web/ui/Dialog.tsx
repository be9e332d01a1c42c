import { type ReactNode, useId } from 'react'
import { CloseButton } from '#web/ui/CloseButton.tsx'
import css from '#web/ui/Dialog.module.css'
import { useModal } from '#web/ui/use-modal.ts'

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode; actions?: ReactNode }

/** The browser's own dialog: it keeps the focus inside, gives it back afterwards and closes by Escape. What it holds exists only while it is open. */
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
      // Before the browser closes it by Escape: by `close` alone, which comes later, Enter right after Escape would find it open and be lost.
      onCancel={({ target }) => target === dialog.current && onClose()}
      // The second half of a double click on what opened it is no click beside it.
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
