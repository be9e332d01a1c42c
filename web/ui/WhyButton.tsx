import { type ComponentProps, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = ComponentProps<typeof Button> & {
  /** The reason why it is disabled; null enables it. */
  why: string | null
}

/**
 * A button that shows why it is disabled: on hover, to screen readers, and when it is clicked anyway (product §9). It is the same element
 * in both states, so it keeps the focus.
 */
export function WhyButton({ why, look = 'plain', onClick, ...rest }: Props) {
  const id = useId()
  return (
    <span className={why === null ? 'contents' : 'contents dims'}>
      <Button
        {...rest}
        look={why === null ? look : 'plain'}
        aria-disabled={why === null ? undefined : true}
        aria-describedby={why === null ? undefined : id}
        title={why ?? undefined}
        onClick={(event) => (why === null ? onClick?.(event) : toast(why, 'bad'))}
      />
      {why !== null && (
        <span id={id} className="visually-hidden">
          {why}
        </span>
      )}
    </span>
  )
}
