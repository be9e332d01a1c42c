import { type KeyboardEvent, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/settings/SettingsPage.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Props = { categories: string[]; onChange: (categories: string[]) => void }

const max = limits.product.categoryMax

/** The categories that sellers choose from, in alphabetical order. */
export function Categories({ categories, onChange }: Props) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const add = () => {
    const category = name.trim()
    const found = whyNotAdd(category, categories)
    setProblem(found)
    if (found || category === '') return
    onChange([...categories, category].sort((a, b) => a.localeCompare(b)))
    setName('')
  }
  const remove = (category: string) => {
    onChange(categories.filter((one) => one !== category))
    list.current?.closest('section')?.querySelector('input')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <Panel title={t('settings.categories')}>
      <p className="muted measure">{t('settings.categoriesText')}</p>
      <div className={css.add}>
        <Field
          name="categories"
          label={t('settings.categoryNew')}
          value={name}
          error={problem}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Button onClick={add}>{t('settings.categoryAdd')}</Button>
      </div>
      {categories.length === 0 && <p className="muted measure">{t('settings.categoriesNone')}</p>}
      <ul ref={list} className="list row">
        {categories.map((category) => (
          <li key={category} className={css.chip}>
            {category}
            <button
              type="button"
              className="icon-button hovers"
              aria-label={t('settings.categoryRemove', { name: category })}
              onClick={() => remove(category)}
            >
              <IconX size={14} />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function whyNotAdd(category: string, categories: string[]): string | undefined {
  if ([...category].length > max) return t('settings.categoryTooLong', { count: max })
  if (categories.length >= limits.settings.categoriesMax) return t('settings.categoriesFull', { count: limits.settings.categoriesMax })
  const taken = categories.some((one) => one.localeCompare(category, undefined, { sensitivity: 'accent' }) === 0)
  return taken ? t('settings.categoryTaken') : undefined
}
