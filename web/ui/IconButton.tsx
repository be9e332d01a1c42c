import type { ButtonHTMLAttributes } from 'react'
import css from '#web/ui/IconButton.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { label: string }

/** A square button of the head, named by its label. */
export function IconButton({ label, title, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${css.button} icon-button fixed touchable hovers`}
      aria-label={label}
      title={title ?? label}
    />
  )
}
