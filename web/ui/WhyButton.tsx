import { type ComponentProps, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = ComponentProps<typeof Button> & {
  /** The reason why it is disabled; null enables it. */
  why: string | null
  /** What there is to know about it otherwise, shown in the same places. */
  note?: string | undefined
}

/**
 * A button that shows why it is disabled: on hover, to screen readers, and when it is clicked anyway (product §9). It is the same element
 * in both states, so it keeps the focus.
 */
export function WhyButton({ why, note, look = 'plain', onClick, ...rest }: Props) {
  const id = useId()
  const said = why ?? note
  return (
    <span className={why === null ? 'contents' : 'contents dims'}>
      <Button
        {...rest}
        look={why === null ? look : 'plain'}
        aria-disabled={why === null ? undefined : true}
        aria-describedby={said ? id : undefined}
        title={said}
        onClick={(event) => (why === null ? onClick?.(event) : toast(why, 'bad'))}
      />
      {said && (
        <span id={id} className="visually-hidden">
          {said}
        </span>
      )}
    </span>
  )
}
