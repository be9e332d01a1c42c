import type { ComponentProps, ReactNode } from 'react'
import type { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldProblems } from '#web/ui/Labelled.tsx'
import { Note } from '#web/ui/Note.tsx'

type Of = ReturnType<typeof useForm>

/** Why the form around was not sent; with a button that sends it, once the network that it lacked is back. */
export function Refused({ refusal }: Pick<Of, 'refusal'>) {
  if (!refusal) return null
  const again = 'isBack' in refusal && <Button type="submit">{t('common.retry')}</Button>
  return (
    <Note tone="bad" action={again}>
      {refusal.message}
    </Note>
  )
}

type Props = {
  of: Pick<Of, 'form' | 'problems' | 'refusal'>
  className?: ComponentProps<'form'>['className']
  children: ReactNode
}

/** A form whose fields show their own problems; a refusal that concerns none of them is above them. */
export function Form({ of: { form, problems, refusal }, className, children }: Props) {
  return (
    <FieldProblems value={problems}>
      <form {...form} className={className}>
        <Refused refusal={refusal} />
        {children}
      </form>
    </FieldProblems>
  )
}
