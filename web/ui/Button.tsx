import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from '#web/ui/Button.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Shows that the work is in progress; further clicks are ignored. */
  busy?: boolean
  icon?: ReactNode
  wide?: boolean
}

/** A native button, light enough for the first screen. */
export function Button({ look = 'plain', busy = false, icon, wide = false, children, onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, wide)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className={css.wheel} aria-hidden /> : icon}
      {children}
    </button>
  )
}

const hover: Partial<Record<NonNullable<Props['look']>, string>> = { plain: 'tints', quiet: 'muted hovers' }

/** The look of a button for a link. */
export function buttonClass(look: NonNullable<Props['look']> = 'plain', wide = false): string {
  return [css.button, 'plain-link', 'not-printed', css[look], hover[look], wide && css.wide].filter(Boolean).join(' ')
}
