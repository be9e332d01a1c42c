import { type KeyboardEvent, useState } from 'react'
import IconX from '#web/ui/icons/IconX.tsx'
import { type FieldProps, Labelled } from '#web/ui/Labelled.tsx'
import css from '#web/ui/TagsField.module.css'

type Props = FieldProps & {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  removeLabel: (tag: string) => string
}

/** Short words, each finished by Enter or a comma. */
export function TagsField({ tags, onChange, removeLabel, ...labels }: Props) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const fresh = text.split(',').map((word) => word.trim())
    onChange([...new Set([...tags, ...fresh.filter((word) => word !== '')])])
    setTyped('')
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1))
    }
  }
  return (
    <Labelled
      {...labels}
      draw={(ids) => (
        <div className={`${css.box} flags row gap-6`}>
          {tags.map((tag) => (
            <span key={tag} className={`${css.tag} inline-line gap-2 small breaks`}>
              {tag}
              <button
                type="button"
                className="icon-button hovers"
                aria-label={removeLabel(tag)}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <IconX size={12} />
              </button>
            </span>
          ))}
          <input
            {...ids}
            className={`${css.input} no-zoom no-ring`}
            value={typed}
            onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
            onKeyDown={press}
            onBlur={() => typed.trim() !== '' && add(typed)}
          />
        </div>
      )}
    />
  )
}
