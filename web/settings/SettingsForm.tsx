import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { Settings } from '#domain/settings.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { SaveBar } from '#web/platform/forms/SaveBar.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { countsToConfirm } from '#web/platform/rpc/counts-to-confirm.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Backups } from '#web/settings/Backups.tsx'
import { BusinessHours } from '#web/settings/BusinessHours.tsx'
import { CannedReplies } from '#web/settings/CannedReplies.tsx'
import { General } from '#web/settings/General.tsx'
import { Categories, ReviewRules, Templates } from '#web/settings/ProductSettings.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { SettingsDraft, useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { type SettingsSection, toSection } from '#web/settings/settings-search.ts'
import { WidgetPanel } from '#web/settings/WidgetPanel.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = { stored: Settings; section: SettingsSection }

/** The settings form: all sections are saved together, and only changed settings are sent. */
export function SettingsForm({ stored, section }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { value, change, dirty, set, discard } = useDraft(stored)
  // What a shorter retention would erase at once, while the dialog asks about it (product §9).
  const [erasing, setErasing] = useState<Record<string, number> | null>(null)
  const saving = {
    done: (settings: Settings) => {
      setErasing(null)
      queries.setQueryData(rpc.settings.get.queryKey(), settings)
      discard()
      toast(t('settings.saved'))
    },
    refused: (error: unknown) => {
      const counts = countsToConfirm(error)
      if (counts) setErasing(counts)
      return counts !== null
    },
  }
  const form = useForm({
    fields: Object.keys(stored) as (keyof Settings)[],
    blocked: !dirty,
    send: (_: Settings) => client.settings.edit({ change }),
    done: saving.done,
    refused: (error) => {
      const place = sectionOf[problemOf(error).field?.split('.')[1] as keyof Settings]
      if (place && place !== section) void navigate({ to: '/admin/settings', search: toSection(place) })
      return saving.refused(error)
    },
  })
  const { orders = 0, buyers = 0 } = erasing ?? {}
  const changed = [...new Set((Object.keys(change) as (keyof Settings)[]).map((name) => sectionOf[name]))]
  const isElsewhere = changed.some((one) => one !== section)
  const sections = changed.map((one) => t(`settings.section.${one}`)).join(', ')
  return (
    <>
      {/* Its own box would hold the bar below what other sections show. */}
      <Form of={form} className="contents">
        <LeaveGuard dirty={() => dirty} />
        <SettingsDraft value={{ value, set }}>
          {section === 'marketplace' && <General factorStored={stored.adminsNeedSecondFactor} />}
          {section === 'products' && (
            <>
              <Categories />
              <ReviewRules />
              <Templates />
            </>
          )}
          {section === 'chat' && <CannedReplies />}
          {section === 'widget' && (
            <>
              <WidgetPanel />
              <BusinessHours />
            </>
          )}
          {section === 'webhooks' && <WebhookRules />}
          {section === 'backups' && <Backups />}
        </SettingsDraft>
        <SaveBar dirty={dirty} busy={form.busy} onDiscard={discard} {...(isElsewhere && { where: `(${sections})` })} />
      </Form>
      <FormDialog
        title={t('settings.erasing.title')}
        open={erasing !== null}
        submit={t('settings.erasing.confirm', { count: buyers })}
        danger
        send={() => client.settings.edit({ change, erasing: orders })}
        {...saving}
        onClose={() => setErasing(null)}
      >
        <p>{t('settings.erasing.days', { count: value.buyerRetentionDays })}</p>
        <p>
          {t('settings.erasing.buyers', { count: buyers })} {t('settings.erasing.orders', { count: orders })}
        </p>
        <p>{t('settings.erasing.forGood')}</p>
      </FormDialog>
    </>
  )
}

/** Where webhooks may be sent, and how long their log is kept (product §8). */
function WebhookRules() {
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

/** The section of each setting, so that a refusal can be shown; the compiler ensures that the list is complete. */
const sectionOf: Record<keyof Settings, SettingsSection> = {
  marketplaceName: 'marketplace',
  logo: 'marketplace',
  termsUrl: 'marketplace',
  privacyUrl: 'marketplace',
  registration: 'marketplace',
  adminsNeedSecondFactor: 'marketplace',
  categories: 'products',
  reviewedFields: 'products',
  priceReviewPercent: 'products',
  buyerRetentionDays: 'marketplace',
  rejectionTemplates: 'products',
  cannedReplies: 'chat',
  businessHours: 'widget',
  holidays: 'widget',
  replyTime: 'widget',
  widgetMode: 'widget',
  widgetOrigins: 'widget',
  widgetAudience: 'widget',
  widgetJwksUrl: 'widget',
  widgetJwks: 'widget',
  webhooksPrivate: 'webhooks',
  webhookLogDays: 'webhooks',
  backupEvery: 'backups',
  backupDay: 'backups',
  backupAt: 'backups',
  backupFolder: 'backups',
  backupKeep: 'backups',
}
