import type { Side } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/platform/i18n/later.ts'

type Sides<Value> = { side: Side; live: readonly Value[]; proposed: readonly Value[] }

/** Tags, with those marked that the other side lacks. */
export function TagsSide(sides: Sides<string>) {
  return <SetSide {...sides} textOf={(tag) => tag} />
}

/** Attributes, a line each, with those marked that the other side has not or has otherwise. */
export function AttributesSide(sides: Sides<{ key: string; value: string }>) {
  return <SetSide {...sides} textOf={({ key, value }) => `${key}: ${value}`} />
}

function SetSide<Value>({ side, live, proposed, textOf }: Sides<Value> & { textOf: (value: Value) => string }) {
  const [here, there] = (side === 'live' ? [live, proposed] : [proposed, live]).map((values) => values.map(textOf))
  const Mark = side === 'live' ? 'del' : 'ins'
  if (!here || here.length === 0) return <p className={css.none}>{t('editRequests.nothing')}</p>
  return (
    <ul className={css.set}>
      {here.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one may stand there twice
        <li key={at}>{there?.includes(text) ? text : <Mark>{text}</Mark>}</li>
      ))}
    </ul>
  )
}
