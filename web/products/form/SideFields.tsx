import type { ReactNode } from 'react'
import { currencySign } from '#domain/money.ts'
import { fieldsWhere, type KindOf, productFields, type SideField } from '#domain/product-fields.ts'
import { inputLabel } from '#web/platform/i18n/field-units.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { FieldNote } from '#web/products/form/FieldNote.tsx'
import { missable } from '#web/products/form/field-problems.ts'
import css from '#web/products/form/ProductForm.module.css'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { Combobox, isSame } from '#web/ui/Combobox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'

type Control<Field extends SideField = SideField> = (props: { form: FormState; name: Field }) => ReactNode
/** A field that one plain input is enough for. */
type PlainField = { [Field in SideField]: KindOf<Field> extends 'line' | 'text' | 'count' ? Field : never }[SideField]

/** The fields with a control of their own; the compiler keeps the list complete. */
const controls: { [Field in Exclude<SideField, PlainField>]: Control<Field> } & { [Field in PlainField]?: Control<Field> } = {
  price: PriceField,
  category: CategoryField,
  tags: TagsControl,
}

/** The fields about selling, and those about where it belongs. */
export function SideFields({ form }: { form: FormState }) {
  return (
    <div className="stack gap-20">
      {(['selling', 'sorting'] as const).map((part) => (
        <Panel key={part} title={t(`products.form.${part}`)}>
          <div className={css.side}>
            {fieldsWhere<SideField>(({ form: place }) => place === part).map((name) => {
              const Each = (controls as Partial<Record<SideField, Control>>)[name] ?? (PlainControl as Control)
              return <Each key={name} form={form} name={name} />
            })}
          </div>
        </Panel>
      ))}
    </div>
  )
}

function PlainControl({ form, name }: { form: FormState; name: PlainField }) {
  return (
    <Field
      label={inputLabel(name)}
      mark={Object.hasOwn(missable, name)}
      inputMode={productFields[name].kind === 'count' ? 'numeric' : undefined}
      value={form.values[name]}
      error={form.problems[name]}
      hint={<FieldNote form={form} name={name} text={name === 'sku' ? t('products.form.skuHint') : undefined} />}
      onChange={({ target }) => form.set(name, target.value)}
    />
  )
}

function PriceField({ form, name }: { form: FormState; name: 'price' }) {
  const { currency, values } = form
  return (
    <Field
      label={fieldLabel(name)}
      mark
      sign={currencySign(currency)}
      inputMode="decimal"
      autoComplete="off"
      value={values.price}
      error={form.problems.price}
      hint={<FieldNote form={form} name={name} />}
      onChange={({ target }) => form.set(name, target.value)}
      onBlur={form.tidyPrice}
    />
  )
}

function CategoryField({ form, name }: { form: FormState; name: 'category' }) {
  const { categories } = useMarketplace()
  const { category } = form.values
  const isNew = category.trim() !== '' && !categories.some((one) => isSame(one, category))
  return (
    <Combobox
      label={fieldLabel(name)}
      mark
      value={category}
      options={categories}
      error={form.problems.category}
      hint={<FieldNote form={form} name={name} text={t(isNew ? 'products.form.categoryIsNew' : 'products.form.categoryHint')} />}
      newLabel={(text) => t('products.form.categoryNew', { name: text })}
      listLabel={t('products.form.suggestions')}
      countLabel={(count) => t('products.form.suggestionsCount', { count })}
      onChange={(category) => form.set(name, category)}
    />
  )
}

function TagsControl({ form, name }: { form: FormState; name: 'tags' }) {
  return (
    <TagsField
      label={fieldLabel(name)}
      tags={form.values.tags}
      error={Object.entries(form.problems).find(([path]) => path.split('.')[0] === name)?.[1]}
      hint={<FieldNote form={form} name={name} text={t('products.form.tagsHint')} />}
      removeLabel={(tag) => t('products.form.tagRemove', { tag })}
      onChange={(tags) => form.set(name, tags)}
    />
  )
}
