import { useState } from 'react'
import { Dotted } from '#web/platform/Dotted.tsx'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import css from '#web/platform/Person.module.css'
import { useOnline } from '#web/platform/use-online.ts'

export type PersonShown = { name: string; shopName: string; avatar: string | null }
type AvatarProps = { name: string; picture: string | null | undefined; size?: number }

/**
 * A person's picture, or their initials. One that cannot be loaded is tried again when the connection comes or goes. Assistive technology skips
 * it: the name is beside it.
 */
export function Avatar({ name, picture, size = 32 }: AvatarProps) {
  const attempt = `${useOnline()} ${picture}`
  const [lost, setLost] = useState('')
  const shown = picture && lost !== attempt
  return (
    <span
      className={`${css.avatar} disc`}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      data-initials={shown ? undefined : initialsOf(name)}
      aria-hidden
    >
      {shown && <img src={picture} alt="" className="fills" loading="lazy" decoding="async" onError={() => setLost(attempt)} />}
    </span>
  )
}

type LineProps = { of: PersonShown; href?: string | undefined }

/** Picture, shop and name in one line (product §2). */
export function PersonLine({ of: { name, shopName, avatar }, href }: LineProps) {
  const first = <bdi>{shopName || name}</bdi>
  return (
    <span className={css.line}>
      <Avatar name={name} picture={avatar} size={20} />
      <span className={css.names}>
        <Dotted>
          {href ? (
            <InternalLink href={href} className="quiet-link">
              {first}
            </InternalLink>
          ) : (
            first
          )}
          {shopName ? <bdi>{name}</bdi> : null}
        </Dotted>
      </span>
    </span>
  )
}

/** The first letters of a name's first and last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
