import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { Refused } from '#web/platform/forms/Form.tsx'
import { type FormOptions, useForm } from '#web/platform/forms/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FieldProblems } from '#web/ui/Labelled.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props<V extends object, Answer> = Omit<FormOptions<V, Answer>, 'blocked' | 'done'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'onClose' | 'dismiss'> & {
    text?: string | undefined
    submit: string
    danger?: boolean
    /** The reason why it cannot be sent now. The button shows it and does nothing; `children` show it in place of an earlier refusal. */
    blocked?: string | null
    done?: (answer: Answer) => unknown
    /** What is reported when it is done; the dialog then closes. */
    report?: (answer: Answer) => string
    children?: ReactNode
  }

/** A dialog with a small form, or a question. It exists only while it is open, so no input stays behind. */
export function FormDialog<V extends object, Answer>({ open = true, ...props }: Props<V, Answer> & { open?: boolean }) {
  return open && <OpenDialog {...props} />
}

function OpenDialog<V extends object, Answer>(props: Props<V, Answer>) {
  const { title, text, submit, danger = false, dismiss, blocked = null, onClose, done, report, children, ...options } = props
  const { form, problems, refusal, busy } = useForm({
    ...options,
    blocked: blocked !== null,
    done: (answer: Answer) => {
      const rest = done?.(answer)
      if (!report) return rest
      toast(report(answer))
      onClose()
      return rest
    },
  })
  const { ref } = form
  const { fields = [] } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens, and when it asks for something else
  useEffect(() => {
    const places = fields.flatMap((name) => ref.current?.querySelector<HTMLElement>(`[name="${name}"]`) ?? [])
    // The first empty field: in a filled one the key that opened the dialog, if held down, would send the form.
    const empty = places.find((place) => !(place instanceof HTMLInputElement && place.value !== ''))
    const first = empty ?? places[0] ?? ref.current?.querySelector<HTMLElement>('footer button')
    first?.focus()
  }, [fields.join()])
  return (
    <Dialog
      {...{ title, onClose, dismiss }}
      form={{
        ...form,
        // Enter that opened the dialog and is held down confirms nothing.
        onKeyDown: (event) =>
          event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement) && event.preventDefault(),
      }}
      actions={
        <span className="contents dims">
          <Button
            look={danger ? 'danger' : 'primary'}
            type="submit"
            busy={busy}
            // The second half of a double click was aimed at a button of the step before, so it confirms nothing.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
            {...(blocked !== null && { 'aria-disabled': true, title: blocked })}
          >
            {submit}
          </Button>
        </span>
      }
    >
      <div className="stack">
        {text && <p className="short-measure">{text}</p>}
        {blocked === null && <Refused refusal={refusal} />}
        <FieldProblems value={problems}>{children}</FieldProblems>
      </div>
    </Dialog>
  )
}
