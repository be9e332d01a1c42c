import type { ReactNode } from 'react'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'

type Options<V extends Record<string, string>, Answer> = Parameters<typeof useForm<V, Answer>>[0]
type FormState<V> = { problems: { [Name in keyof V]?: string | undefined }; mend: (name: keyof V) => void }

type Props<V extends Record<string, string>, Answer> = Options<V, Answer> & {
  title: string
  text?: string | undefined
  open: boolean
  onClose: () => void
  submit: string
  danger?: boolean
  /** The label of the button that closes the dialog without any effect. */
  dismiss?: string
  /** The reason why it cannot be sent now. The button shows it and does nothing; `children` show it in place of an earlier refusal. */
  blocked?: string | null
  children: (form: FormState<V>) => ReactNode
}

/** A dialog with a small form. It exists only while it is open, so no input stays behind. */
export function FormDialog<V extends Record<string, string>, Answer>({ title, open, onClose, ...rest }: Props<V, Answer>) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <DialogForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

type FormProps<V extends Record<string, string>, Answer> = Omit<Props<V, Answer>, 'title' | 'open'>

/** The content of such a dialog, for one that needs an answer of the server before it can be shown. */
export function DialogForm<V extends Record<string, string>, Answer>(props: FormProps<V, Answer>) {
  const { text, submit, danger = false, dismiss = t('account.cancel'), blocked = null, onClose, children, ...options } = props
  const { form, problems, refusal, busy, mend } = useForm(options)
  return (
    <form {...form} className="stack gap-20">
      {text && <p className="muted short-measure">{text}</p>}
      {refusal && blocked === null && <Note tone="bad">{refusal.message}</Note>}
      {children({ problems, mend })}
      <div className="row end">
        <Button onClick={onClose}>{dismiss}</Button>
        <Button
          look={danger ? 'danger' : 'primary'}
          type="submit"
          busy={busy}
          {...(blocked !== null && { 'aria-disabled': true, title: blocked, onClick: (event) => event.preventDefault() })}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
