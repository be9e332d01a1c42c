import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { FieldNote } from '#web/products/form/FieldNote.tsx'
import css from '#web/products/form/ProductForm.module.css'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'

/** Price, stock, SKU, category, and tags. */
export function SideFields({ form }: { form: FormState }) {
  return (
    <div className={css.side}>
      <Panel title={t('products.form.selling')}>
        <div className={css.stack}>
          <PriceField form={form} />
          <Field
            label={t('products.form.stock')}
            mark
            inputMode="numeric"
            value={form.values.stock}
            error={form.problems.stock}
            hint={<FieldNote form={form} name="stock" />}
            onChange={({ target }) => form.set('stock', target.value)}
          />
          <Field
            label={t('products.form.sku')}
            value={form.values.sku}
            error={form.problems.sku}
            hint={<FieldNote form={form} name="sku" text={t('products.form.skuHint')} />}
            onChange={({ target }) => form.set('sku', target.value)}
          />
        </div>
      </Panel>
      <Panel title={t('products.form.sorting')}>
        <div className={css.stack}>
          <CategoryField form={form} />
          <TagsField
            label={t('products.form.tags')}
            tags={form.values.tags}
            error={Object.entries(form.problems).find(([path]) => path.split('.')[0] === 'tags')?.[1]}
            hint={<FieldNote form={form} name="tags" text={t('products.form.tagsHint')} />}
            removeLabel={(tag) => t('products.form.tagRemove', { tag })}
            onChange={(tags) => form.set('tags', tags)}
          />
        </div>
      </Panel>
    </div>
  )
}

function PriceField({ form }: { form: FormState }) {
  const { currency, values } = form
  return (
    <Field
      label={t('products.form.price')}
      mark
      inputMode="decimal"
      autoComplete="off"
      value={values.price}
      error={form.problems.price}
      hint={<FieldNote form={form} name="price" text={t('products.form.priceHint', { currency })} />}
      onChange={({ target }) => form.set('price', target.value)}
      onBlur={form.tidyPrice}
    />
  )
}

function CategoryField({ form }: { form: FormState }) {
  const { categories } = useMarketplace()
  return (
    <Combobox
      label={t('products.form.category')}
      mark
      value={form.values.category}
      options={categories}
      error={form.problems.category}
      hint={<FieldNote form={form} name="category" text={t('products.form.categoryHint')} />}
      newLabel={(name) => t('products.form.categoryNew', { name })}
      listLabel={t('products.form.suggestions')}
      countLabel={(count) => t('products.form.suggestionsCount', { count })}
      onChange={(category) => form.set('category', category)}
    />
  )
}
