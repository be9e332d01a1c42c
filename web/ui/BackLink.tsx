import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import css from '#web/ui/BackLink.module.css'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'

/** The link above a heading that leads from an item back to its list. */
export const BackLink = createLink(function Back({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={`${css.back} inline-line gap-6 aside inks not-printed`}>
      <IconArrowLeft size={16} />
      {children}
    </a>
  )
})
