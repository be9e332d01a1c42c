import type { ReactNode } from 'react'
import css from '#web/ui/Facts.module.css'

type Fact = readonly [name: string, value: ReactNode]

/** Names and values, one pair per line; a name may occur twice. What is false or empty is left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | null | undefined | '')[] }) {
  return (
    <dl className="stack gap-12">
      {facts
        .filter((fact) => typeof fact === 'object' && fact !== null)
        .map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice, so the position is the key
          <div key={at} className={css.fact}>
            <dt className="muted">{name}</dt>
            <dd className="breaks">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
