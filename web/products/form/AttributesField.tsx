import { useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { FieldNote } from '#web/products/form/FieldNote.tsx'
import css from '#web/products/form/ProductForm.module.css'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconTrash from '#web/ui/icons/IconTrash.tsx'

type Row = { key: string; value: string }

/** Attributes by name and value, one per row. */
export function AttributesField({ form }: { form: FormState }) {
  const place = useRef<HTMLDivElement>(null)
  const rows = form.values.attributes
  const change = (at: number, to: Partial<Row>) =>
    form.set(
      'attributes',
      rows.map((row, other) => (other === at ? { ...row, ...to } : row)),
    )
  const add = () => {
    form.set('attributes', [...rows, { key: '', value: '' }])
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(`[data-row="${rows.length}"] input`)?.focus())
  }
  return (
    <div ref={place} className="stack gap-20">
      <p className="aside if-filled">
        <FieldNote form={form} name="attributes" text={t('products.form.attributesHint')} />
      </p>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its place until it is saved
        <div key={at} data-row={at} className={css.attribute}>
          {(['key', 'value'] as const).map((part) => (
            <Field
              key={part}
              quiet
              label={t(part === 'key' ? 'products.form.attributeKey' : 'products.form.attributeValue', { number: at + 1 })}
              placeholder={t(part === 'key' ? 'products.form.attributeKeyHint' : 'products.form.attributeValueHint')}
              value={row[part]}
              error={form.problems[`attributes.${at}.${part}`]}
              onChange={({ target }) => change(at, { [part]: target.value })}
            />
          ))}
          <Button
            look="quiet"
            aria-label={t('products.form.attributeRemove', { number: at + 1 })}
            icon={<IconTrash size={16} />}
            onClick={() =>
              form.set(
                'attributes',
                rows.filter((_, other) => other !== at),
              )
            }
          />
        </div>
      ))}
      {form.problems.attributes && <p className="fair strong">{form.problems.attributes}</p>}
      {rows.length < limits.product.attributesMax && (
        <div>
          <Button icon={<IconPlus size={16} />} onClick={add}>
            {t('products.form.attributeAdd')}
          </Button>
        </div>
      )}
    </div>
  )
}
