import { type ComponentProps, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'
import css from '#web/ui/WhyButton.module.css'

type Props = ComponentProps<typeof Button> & {
  /** The sentence that stands in the way; null lets it be clicked. */
  why: string | null
}

/**
 * A button that says why it cannot be used: on hover, to assistive technology, and to whoever clicks it all the same (product §9).
 * The same element whatever it says, so that it keeps the focus.
 */
export function WhyButton({ why, look = 'plain', onClick, ...rest }: Props) {
  const id = useId()
  return (
    <span className={why === null ? css.whole : css.disabled}>
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
