import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import css from '#web/settings/SettingsPage.module.css'
import { useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFieldProblem } from '#web/ui/Labelled.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** The name and links of the marketplace, who may register, how long buyers' data is kept, and whether admins need a second factor. */
export function General({ factorStored }: { factorStored: boolean }) {
  const { currency, timeZone } = useMarketplace()
  const { text, number, choice } = useSettingsDraft()
  return (
    <Panel title={t('settings.section.marketplace')}>
      <div className={css.fields}>
        <Field {...text('marketplaceName')} hint={t('settings.marketplaceNameHint')} maxLength={limits.settings.marketplaceNameMax} />
        <Field {...text('termsUrl')} hint={t('settings.linkHint')} type="url" maxLength={limits.settings.linkMax} />
        <Field {...text('privacyUrl')} hint={t('settings.linkHint')} type="url" maxLength={limits.settings.linkMax} />
        <div className="stack gap-12">
          <Facts
            facts={[
              [t('settings.currency'), currency],
              [t('settings.timeZone'), timeZone],
            ]}
          />
          <p className="aside">{t('settings.startText')}</p>
        </div>
        <Choice
          {...choice('registration')}
          legend={t('fields.registration')}
          options={[
            { value: 'open', label: t('settings.registrations.open'), text: t('settings.openText') },
            { value: 'invitation', label: t('settings.registrations.invitation'), text: t('settings.invitationText') },
            { value: 'closed', label: t('settings.registrations.closed'), text: t('settings.closedText') },
          ]}
        />
        <Field {...number('buyerRetentionDays', limits.order.retentionDaysMax)} hint={t('settings.buyerRetentionHint')} />
        <AdminFactor isStored={factorStored} />
      </div>
    </Panel>
  )
}

/** Whether admins need a second factor; says beforehand whom that would keep from working, the admin who asks first (product §2). */
function AdminFactor({ isStored }: { isStored: boolean }) {
  const { onOff } = useSettingsDraft()
  const error = useFieldProblem('adminsNeedSecondFactor')
  const { data } = useQuery(rpc.settings.adminsWithoutSecondFactor.queryOptions({ staleTime: 0 }))
  const { self = false, others = 0 } = data ?? {}
  const ownFirst = error ?? (self && !isStored ? t('settings.securityOwnFirst') : null)
  return (
    <>
      <Choice
        {...onOff('adminsNeedSecondFactor')}
        legend={t('settings.security')}
        options={[
          { value: 'off', label: t('settings.securityOff'), text: t('settings.securityOffText') },
          {
            value: 'on',
            label: t('settings.securityOn'),
            text: [t('settings.securityOnText'), others > 0 && t('settings.securityWithout', { count: others })].filter(Boolean).join(' '),
          },
        ]}
      />
      {ownFirst && (
        <Note tone={error ? 'bad' : 'warn'} action={<Link to="/profile">{t('account.link.toProfile')}</Link>}>
          {ownFirst}
        </Note>
      )}
    </>
  )
}
