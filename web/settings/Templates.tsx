import { limits } from '#domain/limits.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/later.ts'
import css from '#web/settings/SettingsPage.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type Templates = Settings['rejectionTemplates']
type Props = { templates: Templates; error: string | undefined; onChange: (templates: Templates) => void }

/** The starting texts for rejecting a product, one per reason. */
export function Templates({ templates, error, onChange }: Props) {
  const codes = Object.keys(templates) as RejectionCode[]
  return (
    <Panel title={t('settings.templates')}>
      <p className={css.text}>{t('settings.templatesText')}</p>
      {error && <Note tone="bad">{error}</Note>}
      <div className={css.templates}>
        {codes.map((code) => (
          <TextArea
            key={code}
            name={code}
            label={t(`settings.templateFor.${code}`)}
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
