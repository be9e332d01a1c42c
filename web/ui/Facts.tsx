import type { ReactNode } from 'react'
import css from '#web/ui/Facts.module.css'

/** Names and values, one pair per line; a name may occur twice. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="stack gap-12">
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice, so the position is the key
        <div key={at} className={css.fact}>
          <dt className="muted">{name}</dt>
          <dd className="breaks">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
