import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/later.ts'
import css from '#web/settings/SettingsNav.module.css'
import { sectionsShown } from '#web/settings/settings-search.ts'

/** The parts of the settings, each under an address of its own. */
export function SettingsNav() {
  return (
    <nav aria-label={t('settings.sections')} className={css.nav}>
      <ul>
        {sectionsShown.map((section) => (
          <li key={section}>
            <Link
              to="/admin/settings"
              search={{ section: section === sectionsShown[0] ? undefined : section }}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {t(`settings.section.${section}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
