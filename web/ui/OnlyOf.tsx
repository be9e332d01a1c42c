import { Button } from '#web/ui/Button.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import css from '#web/ui/OnlyOf.module.css'

type Props = { label: string; name: string /** What clearing it shows again. */; all: string; clear: () => void }

/** Says that a list is narrowed to what belongs to one thing, which its own page led to, and takes that back. */
export function OnlyOf({ label, name, all, clear }: Props) {
  return (
    <div className={css.only}>
      <span className={css.label}>{label}</span>
      <div className={css.chosen}>
        <span className={css.name} title={name} dir="auto">
          {name}
        </span>
        <Button look="quiet" aria-label={all} title={all} onClick={clear}>
          <IconX size={16} />
        </Button>
      </div>
    </div>
  )
}
