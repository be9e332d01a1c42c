import type { ReactNode } from 'react'
import { limits } from '#domain/limits.ts'
import type { MainField } from '#domain/product-fields.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { DescriptionPreview } from '#web/product-views/DescriptionPreview.tsx'
import { FieldNote } from '#web/products/form/FieldNote.tsx'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { PicturesField } from '#web/products/pictures/PicturesField.tsx'
import type { Pictures } from '#web/products/pictures/pictures.ts'
import { Field } from '#web/ui/Field.tsx'
import { PairsField } from '#web/ui/PairsField.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

/** Title, description, pictures, and attributes. */
export function MainFields({ form, pictures, busy }: { form: FormState; pictures: Pictures; busy: boolean }) {
  const { values, problems } = form
  const controls: Record<MainField, ReactNode> = {
    title: (
      <Field
        label={fieldLabel('title')}
        mark
        value={values.title}
        error={problems.title}
        hint={<FieldNote form={form} name="title" text={t('products.form.titleHint')} />}
        onChange={({ target }) => form.set('title', target.value)}
      />
    ),
    description: (
      <div>
        <TextArea
          label={fieldLabel('description')}
          mark
          rows={8}
          value={values.description}
          error={problems.description}
          hint={<DescriptionHint form={form} />}
          onChange={({ target }) => form.set('description', target.value)}
        />
        <DescriptionPreview text={values.description} />
      </div>
    ),
    images: (
      <PicturesField
        pictures={pictures}
        error={problems.images}
        note={<FieldNote form={form} name="images" />}
        onTouch={() => form.touch('images')}
      />
    ),
    attributes: (
      <div className="stack gap-20">
        <p className="aside if-filled">
          <FieldNote form={form} name="attributes" text={t('products.form.attributesHint')} />
        </p>
        {problems.attributes && <p className="fair strong">{problems.attributes}</p>}
        <PairsField
          pairs={values.attributes}
          onChange={(attributes) => form.set('attributes', attributes)}
          max={limits.product.attributesMax}
          addLabel={t('products.form.attributeAdd')}
          removeLabel={(number) => t('products.form.attributeRemove', { number })}
          fieldProps={(at, part) => ({
            label: t(part === 'key' ? 'products.form.attributeKey' : 'products.form.attributeValue', { number: at + 1 }),
            placeholder: t(part === 'key' ? 'products.form.attributeKeyHint' : 'products.form.attributeValueHint'),
            error: problems[`attributes.${at}.${part}`],
          })}
        />
      </div>
    ),
  }
  return (
    <div className="stack gap-20">
      <fieldset className="bare" disabled={busy}>
        <Panel title={t('products.form.basics')}>
          <div className="stack gap-20">
            {controls.title}
            {controls.description}
          </div>
        </Panel>
      </fieldset>
      {/* A picture can be removed while it is uploading. */}
      <Panel title={fieldLabel('images')}>{controls.images}</Panel>
      <fieldset className="bare" disabled={busy}>
        <Panel title={fieldLabel('attributes')}>{controls.attributes}</Panel>
      </fieldset>
    </div>
  )
}

function DescriptionHint({ form }: { form: FormState }) {
  const length = [...form.values.description].length
  const max = limits.product.descriptionMax
  return (
    <span className="ends tabular keeps-end">
      <FieldNote form={form} name="description" text={t('products.form.descriptionHint')} />
      <span className={length > max ? 'bad strong' : undefined}>
        {length.toLocaleString('en')} / {max.toLocaleString('en')}
      </span>
    </span>
  )
}
