import { limits } from '#domain/limits.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import css from '#web/settings/SettingsPage.module.css'
import { Field, useFieldProblem } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type Rules = Pick<Settings, 'reviewedFields' | 'priceReviewPercent'>
type Props = { rules: Rules; onChange: (change: Partial<Rules>) => void }

/** Which fields of a product on sale change only through review, and how far a price may change without it (product §3). */
export function ReviewRules({ rules: { reviewedFields, priceReviewPercent }, onChange }: Props) {
  const problem = useFieldProblem('reviewedFields')
  // Keeps one order regardless of the clicks, so that ticking back and forth changes nothing.
  const tick = (field: (typeof reviewedFields)[number], ticked: boolean) =>
    onChange({ reviewedFields: reviewableFields.filter((one) => (one === field ? ticked : reviewedFields.includes(one))) })
  return (
    <Panel title={t('settings.review')}>
      <p className="muted measure">{t('settings.reviewText')}</p>
      {problem && <Note tone="bad">{problem}</Note>}
      <fieldset className={`${css.ticks} row`}>
        <legend>{t('fields.reviewedFields')}</legend>
        {reviewableFields.map((field) => (
          <label key={field} className={css.tick}>
            <input type="checkbox" checked={reviewedFields.includes(field)} onChange={({ target }) => tick(field, target.checked)} />
            {fieldLabel(field)}
          </label>
        ))}
      </fieldset>
      <div className={css.fields}>
        <Field
          name="priceReviewPercent"
          type="number"
          min={0}
          max={limits.settings.priceReviewPercentMax}
          label={t('fields.priceReviewPercent')}
          hint={t('settings.priceReviewHint')}
          value={String(priceReviewPercent)}
          onChange={({ target }) => onChange({ priceReviewPercent: Number(target.value) })}
        />
      </div>
    </Panel>
  )
}

type Templates = Settings['rejectionTemplates']
type TemplatesProps = { templates: Templates; onChange: (templates: Templates) => void }

/** The default texts of a rejection, one per reason. */
export function Templates({ templates, onChange }: TemplatesProps) {
  const problem = useFieldProblem('rejectionTemplates')
  const codes = Object.keys(templates) as RejectionCode[]
  return (
    <Panel title={t('fields.rejectionTemplates')}>
      <p className="muted measure">{t('settings.templatesText')}</p>
      {problem && <Note tone="bad">{problem}</Note>}
      <div className={`${css.templates} apart`}>
        {codes.map((code) => (
          <TextArea
            key={code}
            name={code}
            label={t(`approval.reasons.${code}`)}
            rows={3}
            maxLength={limits.settings.templateMax}
            value={templates[code]}
            onChange={({ target }) => onChange({ ...templates, [code]: target.value })}
          />
        ))}
      </div>
    </Panel>
  )
}
