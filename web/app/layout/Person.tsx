import type { Me } from '#contract/users.ts'
import css from '#web/app/layout/Person.module.css'
import { initialsOf } from '#web/ui/initials.ts'

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
