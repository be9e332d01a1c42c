import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { useFieldProblem } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'

/** Whether admins need a second factor; says beforehand whom that would keep from working, the admin who asks first (product §2). */
export function AdminFactor({ isStored }: { isStored: boolean }) {
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
