import { useRef } from 'react'
import { limits } from '#domain/limits.ts'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, useFieldProblem } from '#web/ui/Field.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconTrash from '#web/ui/icons/IconTrash.tsx'

type Row = { key: string; value: string }
type Props = { rows: Row[]; onChange: (rows: Row[]) => void }

const { extraMax, extraKeyMax, extraValueMax } = limits.profile

/** Further fields by name and value, imported or added by the owner (product §2). */
export function ExtraFields({ rows, onChange }: Props) {
  const place = useRef<HTMLFieldSetElement>(null)
  const problem = useFieldProblem('extra')
  const change = (at: number, to: Partial<Row>) => onChange(rows.map((row, other) => (other === at ? { ...row, ...to } : row)))
  const add = () => {
    onChange([...rows, { key: '', value: '' }])
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(`[data-row="${rows.length}"] input`)?.focus())
  }
  const remove = (removed: number) => {
    onChange(rows.filter((_, at) => at !== removed))
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(':scope > div:last-child button')?.focus())
  }
  const fieldProps = (at: number, name: keyof Row) => ({
    quiet: true,
    name: `extra.${at}.${name}`,
    value: rows[at]?.[name] ?? '',
    maxLength: name === 'key' ? extraKeyMax : extraValueMax,
    onChange: ({ target }: { target: HTMLInputElement }) => change(at, { [name]: target.value }),
  })
  return (
    <fieldset ref={place} className="stack bare gap-12">
      <legend className="legend">{t('account.extra')}</legend>
      {problem && <p role="alert">{problem}</p>}
      {rows.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: until it is saved, only its position identifies a row
        <div key={at} data-row={at} className={css.row}>
          <Field {...fieldProps(at, 'key')} label={t('account.extraKey', { number: at + 1 })} placeholder={t('account.extraKeyHint')} />
          <Field
            {...fieldProps(at, 'value')}
            label={t('account.extraValue', { number: at + 1 })}
            placeholder={t('account.extraValueHint')}
          />
          <Button
            look="quiet"
            aria-label={t('account.extraRemove', { number: at + 1 })}
            icon={<IconTrash size={16} />}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <div>
        {rows.length < extraMax && (
          <Button icon={<IconPlus size={16} />} onClick={add}>
            {t('account.extraAdd')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
