import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** A link to a page of Backstall whose whole address is data, such as a notification's. */
export function InternalLink({ href, onClick, ...rest }: Props) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || elsewhere) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return <a {...rest} href={href} onClick={follow} />
}
