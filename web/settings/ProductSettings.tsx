import { limits } from '#domain/limits.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { ChipList } from '#web/settings/ChipList.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { SettingProblem, useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

/** Which fields of a product on sale change only through review, and how far a price may change without it (product §3). */
export function ReviewRules() {
  const { value, set, number } = useSettingsDraft()
  const { reviewedFields } = value
  // Keeps one order regardless of the clicks, so that ticking back and forth changes nothing.
  const tick = (field: (typeof reviewedFields)[number], ticked: boolean) =>
    set({ reviewedFields: reviewableFields.filter((one) => (one === field ? ticked : reviewedFields.includes(one))) })
  return (
    <Panel title={t('settings.review')}>
      <p className="muted measure">{t('settings.reviewText')}</p>
      <SettingProblem of="reviewedFields" />
      <fieldset className={`${css.ticks} row bare`}>
        <legend className="legend">{t('fields.reviewedFields')}</legend>
        {reviewableFields.map((field) => (
          <label key={field} className="inline-line tall-touch">
            <input type="checkbox" checked={reviewedFields.includes(field)} onChange={({ target }) => tick(field, target.checked)} />
            {fieldLabel(field)}
          </label>
        ))}
      </fieldset>
      <div className={css.fields}>
        <Field {...number('priceReviewPercent', limits.settings.priceReviewPercentMax)} hint={t('settings.priceReviewHint')} />
      </div>
    </Panel>
  )
}

/** The default texts of a rejection, one per reason. */
export function Templates() {
  const { value, set } = useSettingsDraft()
  const { rejectionTemplates: templates } = value
  const codes = Object.keys(templates) as RejectionCode[]
  return (
    <Panel title={t('fields.rejectionTemplates')}>
      <p className="muted measure">{t('settings.templatesText')}</p>
      <SettingProblem of="rejectionTemplates" />
      <div className={`${css.templates} apart`}>
        {codes.map((code) => (
          <TextArea
            key={code}
            name={code}
            label={t(`approval.reasons.${code}`)}
            rows={3}
            maxLength={limits.settings.templateMax}
            value={templates[code]}
            onChange={({ target }) => set({ rejectionTemplates: { ...templates, [code]: target.value } })}
          />
        ))}
      </div>
    </Panel>
  )
}

const { categoriesMax: max } = limits.settings
const { categoryMax: length } = limits.product

/** The categories that sellers choose from, in alphabetical order. */
export function Categories() {
  const { value, set } = useSettingsDraft()
  const { categories } = value
  return (
    <Panel title={t('fields.categories')}>
      <div className="stack">
        <p className="muted measure">{t('settings.categoriesText')}</p>
        <ChipList
          name="categories"
          label={t('settings.categoryNew')}
          items={categories}
          read={(item) => ([...item].length > length ? { problem: t('settings.categoryTooLong', { count: length }) } : { item })}
          max={max}
          full={t('settings.categoriesFull', { count: max })}
          taken={t('settings.categoryTaken')}
          onChange={(next) => set({ categories: next })}
        />
        {categories.length === 0 && <p className="muted measure">{t('settings.categoriesNone')}</p>}
      </div>
    </Panel>
  )
}
