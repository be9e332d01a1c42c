import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'

/** A link to `/`: the guard redirects each person to their own home. */
export function HomeLink({ wide = false }: { wide?: boolean }) {
  return (
    <Link to="/" className={buttonClass('primary', wide)}>
      {t('errorPages.home')}
    </Link>
  )
}
