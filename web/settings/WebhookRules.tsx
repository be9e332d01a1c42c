import { limits } from '#domain/limits.ts'
import type { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/settings/SettingsPage.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Rules = Pick<Settings, 'webhooksPrivate' | 'webhookLogDays'>
type Props = { rules: Rules; onChange: (change: Partial<Rules>) => void }

/** Where webhooks may be sent, and how long their log is kept (product §8). */
export function WebhookRules({ rules: { webhooksPrivate, webhookLogDays }, onChange }: Props) {
  return (
    <Panel title={t('webhooks.rules')}>
      <div className={css.fields}>
        <Choice
          legend={t('webhooks.private')}
          name="webhooksPrivate"
          value={webhooksPrivate ? 'on' : 'off'}
          onChoose={(chosen) => onChange({ webhooksPrivate: chosen === 'on' })}
          options={[
            { value: 'off', label: t('webhooks.privateOff'), text: t('webhooks.privateOffText') },
            { value: 'on', label: t('webhooks.privateOn'), text: t('webhooks.privateOnText') },
          ]}
        />
        <Field
          name="webhookLogDays"
          type="number"
          min={1}
          max={limits.webhook.logDaysMax}
          label={t('webhooks.logDays')}
          hint={t('webhooks.logDaysHint')}
          value={String(webhookLogDays)}
          onChange={({ target }) => onChange({ webhookLogDays: Number(target.value) })}
        />
      </div>
    </Panel>
  )
}
