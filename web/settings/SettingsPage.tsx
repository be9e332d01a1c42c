import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiKeysPanel } from '#web/api-keys/ApiKeysPanel.tsx'
import { HealthPanel, useHealthCount } from '#web/health/HealthPanel.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { LogoPanel } from '#web/settings/LogoPanel.tsx'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { type SettingsSection, sectionsShown, toSection } from '#web/settings/settings-search.ts'
import { TransferPanel } from '#web/transfers/TransferPanel.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { WebhooksPanel } from '#web/webhooks/WebhooksPanel.tsx'

const withoutForm: readonly SettingsSection[] = ['apiKeys', 'transfers', 'health']

/** `/admin/settings`: the settings that an operator changes at run time (product §10). */
export function SettingsPage() {
  const section = useSearch({ from: '/layout/admin/settings' }).section ?? 'marketplace'
  const query = useQuery(rpc.settings.get.queryOptions())
  return (
    <>
      <PageHeader title={t('titles.settings')} lead={t('settings.lead')} />
      <div className={`${css.beside} columns`}>
        <SettingsNav section={section} />
        <div className="stack">
          {section === 'webhooks' && <WebhooksPanel />}
          {section === 'apiKeys' && <ApiKeysPanel />}
          {section === 'transfers' && <TransferPanel />}
          {section === 'health' && <HealthPanel />}
          {/* The sections above have no fields here: the form stays to save what was typed in other sections. */}
          <DataState query={query} {...(withoutForm.includes(section) && { loading: null })}>
            {(settings) => <SettingsForm stored={settings} section={section} />}
          </DataState>
          {section === 'marketplace' && query.data && <LogoPanel />}
        </div>
      </div>
    </>
  )
}

/** The sections of the settings, each with its own address. */
function SettingsNav({ section: shown }: { section: SettingsSection }) {
  const nav = useRef<HTMLElement>(null)
  const health = useHealthCount()
  useEffect(() => {
    if (shown) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <nav ref={nav} aria-label={t('settings.sections')} className={css.nav}>
      <ul className="list stack gap-4">
        {sectionsShown.map((section) => (
          <li key={section}>
            <Link
              className="line muted strong option hovers tall-touch"
              to="/admin/settings"
              search={toSection(section)}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-label={section === 'health' && health ? `${t('settings.section.health')}, ${health.text}` : undefined}
            >
              {t(`settings.section.${section}`)} {section === 'health' && health?.tag}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
