import { useQuery } from '@tanstack/react-query'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/admin/settings`: what an operator changes at run time (product §10). */
export function SettingsPage() {
  const query = useQuery(rpc.settings.get.queryOptions())
  return (
    <div className={css.page}>
      <PageHeader title={t('settings.title')} lead={t('settings.lead')} />
      <DataState query={query}>{(settings) => <SettingsForm stored={settings} />}</DataState>
      <Panel title={t('settings.laterTitle')}>
        <p className={css.text}>{t('settings.laterText')}</p>
      </Panel>
    </div>
  )
}
