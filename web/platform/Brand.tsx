import { useState } from 'react'
import type { PublicSettings } from '#domain/settings.ts'
import css from '#web/platform/Brand.module.css'

type Props = { of: Pick<PublicSettings, 'marketplaceName' | 'logo'> }

/** A logo at least this many times wider than high is assumed to contain the name. */
const wordy = 2

/** Logo and name of the marketplace; without a logo of its own, Backstall's. */
export function Brand({ of: { marketplaceName: name, logo } }: Props) {
  const [lost, setLost] = useState<string | null>(null)
  // Without a network the logo may fail to load.
  const own = logo && logo.url !== lost ? logo : null
  const hasWordmark = own !== null && own.width >= wordy * own.height
  return (
    <span className={css.brand}>
      {own ? (
        <img
          className={css.logo}
          src={own.url}
          alt={hasWordmark ? name : ''}
          title={hasWordmark ? name : undefined}
          width={own.width}
          height={own.height}
          onError={() => setLost(own.url)}
        />
      ) : (
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <path d="M7 13.5 9 8h14l2 5.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" fill="#fff" />
          <path d="M9 18.5V24h14v-5.5" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinejoin="round" strokeLinecap="round" />
        </svg>
      )}
      {!hasWordmark && <span className={`${css.name} ellipsis`}>{name}</span>}
    </span>
  )
}
