import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/settings/SettingsPage.module.css'
import { useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Where webhooks may be sent, and how long their log is kept (product §8). */
export function WebhookRules() {
  const { onOff, number } = useSettingsDraft()
  return (
    <Panel title={t('webhooks.rules')}>
      <div className={css.fields}>
        <Choice
          {...onOff('webhooksPrivate')}
          legend={t('webhooks.private')}
          options={[
            { value: 'off', label: t('webhooks.privateOff'), text: t('webhooks.privateOffText') },
            { value: 'on', label: t('webhooks.privateOn'), text: t('webhooks.privateOnText') },
          ]}
        />
        <Field {...number('webhookLogDays', limits.webhook.logDaysMax, 1)} label={t('webhooks.logDays')} hint={t('webhooks.logDaysHint')} />
      </div>
    </Panel>
  )
}
