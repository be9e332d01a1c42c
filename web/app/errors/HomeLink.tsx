import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'

/** A link to `/`: the guard redirects each person to their own home. */
export function HomeLink() {
  return (
    <Link to="/" className={buttonClass('primary')}>
      {t('errorPages.home')}
    </Link>
  )
}
