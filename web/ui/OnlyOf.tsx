import { Button } from '#web/ui/Button.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import css from '#web/ui/OnlyOf.module.css'

type Props = { label: string; name: string /** What is shown again without the filter. */; all: string; clear: () => void }

/** Shows that a list is filtered by one item, whose page linked here, with a button that removes the filter. */
export function OnlyOf({ label, name, all, clear }: Props) {
  return (
    <div className="stack gap-6 shrinks">
      <span className="strong">{label}</span>
      <div className={css.chosen}>
        <span className={`${css.name} ellipsis`} title={name} dir="auto">
          {name}
        </span>
        <Button look="quiet" aria-label={all} title={all} onClick={clear}>
          <IconX size={16} />
        </Button>
      </div>
    </div>
  )
}
