import type { ReactNode } from 'react'
import css from '#web/ui/Facts.module.css'

/** Names and values, one pair per line; a name may stand there twice. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand there twice, and a line is known by its place
        <div key={at} className={css.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
