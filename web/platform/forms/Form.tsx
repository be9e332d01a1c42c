import type { ComponentProps, ReactNode } from 'react'
import type { useForm } from '#web/platform/forms/use-form.ts'
import { FieldProblems } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = {
  of: Pick<ReturnType<typeof useForm>, 'form' | 'problems' | 'refusal'>
  className?: ComponentProps<'form'>['className']
  children: ReactNode
}

/** A form whose fields show their own problems; a refusal that concerns none of them is above them. */
export function Form({ of: { form, problems, refusal }, className, children }: Props) {
  return (
    <FieldProblems value={problems}>
      <form {...form} className={className}>
        {refusal && <Note tone="bad">{refusal.message}</Note>}
        {children}
      </form>
    </FieldProblems>
  )
}
