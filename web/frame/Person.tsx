import type { Me } from '#contract/users.ts'
import css from '#web/frame/Person.module.css'

/** Who is signed in here, at the foot of the sidebar. */
export function Person({ me }: { me: Me }) {
  return (
    <div className={css.person}>
      <span className={css.initials} aria-hidden>
        {initialsOf(me.name || me.email)}
      </span>
      <div className={css.words}>
        <p className={css.name}>{me.name || me.email}</p>
        <p className={css.about} title={me.email}>
          {me.email}
        </p>
      </div>
    </div>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
