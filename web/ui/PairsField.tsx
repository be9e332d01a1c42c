import { type ComponentProps, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconTrash from '#web/ui/icons/IconTrash.tsx'
import css from '#web/ui/PairsField.module.css'

type Pair = { key: string; value: string }
type Props = {
  pairs: Pair[]
  onChange: (pairs: Pair[]) => void
  max: number
  addLabel: string
  removeLabel: (number: number) => string
  /** What the field of a name or value has of its own: its label, and perhaps its limit or problem. */
  fieldProps: (at: number, part: keyof Pair) => ComponentProps<typeof Field>
}

/** False for a row in which nothing was entered. */
export const isFilled = ({ key, value }: Pair): boolean => key.trim() !== '' || value.trim() !== ''

/** Names with values, one pair per row. */
export function PairsField({ pairs, onChange, max, addLabel, removeLabel, fieldProps }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const change = (changed: number, to: Partial<Pair>) => onChange(pairs.map((pair, at) => (at === changed ? { ...pair, ...to } : pair)))
  const replace = (fresh: Pair[], focused: string) => {
    flushSync(() => onChange(fresh))
    place.current?.querySelector<HTMLElement>(`:scope > ${focused}`)?.focus()
  }
  const add = () => replace([...pairs, { key: '', value: '' }], `:nth-child(${pairs.length + 1}) input`)
  const remove = (removed: number) =>
    replace(
      pairs.filter((_, at) => at !== removed),
      ':last-child button',
    )
  return (
    <div ref={place} className="stack gap-12">
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: until it is saved, only its position identifies a pair
        <div key={at} className={css.pair}>
          {(['key', 'value'] as const).map((part) => (
            <Field
              {...fieldProps(at, part)}
              key={part}
              quiet
              value={pair[part]}
              onChange={({ target }) => change(at, { [part]: target.value })}
            />
          ))}
          <Button look="quiet" aria-label={removeLabel(at + 1)} icon={<IconTrash size={16} />} onClick={() => remove(at)} />
        </div>
      ))}
      {pairs.length < max && (
        <div>
          <Button icon={<IconPlus size={16} />} onClick={add}>
            {addLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
