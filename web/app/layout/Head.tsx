import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/users.ts'
import css from '#web/app/layout/Head.module.css'
import { StatusLine } from '#web/app/layout/StatusLine.tsx'
import { ThemeButton } from '#web/app/layout/ThemeButton.tsx'
import { PaletteButton } from '#web/app/palette/PaletteButton.tsx'
import { Bell } from '#web/notifications/Bell.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconLayoutSidebar from '#web/ui/icons/IconLayoutSidebar.tsx'
import IconLogout from '#web/ui/icons/IconLogout.tsx'

type Props = { me: Me; expanded: boolean; toggle: () => void }

/** The line above every screen. */
export function Head({ me, expanded, toggle }: Props) {
  return (
    <header className={css.head}>
      <IconButton label={t('frame.toggleSidebar')} aria-expanded={expanded} onClick={toggle}>
        <IconLayoutSidebar size={18} stroke={1.75} />
      </IconButton>
      <PaletteButton role={me.role} />
      <div className={css.right}>
        <StatusLine />
        <ThemeButton />
        <Bell />
        {/* Loading this page ahead would be harmless, but nobody should ever sign out by pointing. */}
        <Link to="/logout" preload={false} className={css.logOut}>
          <IconLogout size={18} stroke={1.75} />
          <span className={css.words}>{t('frame.logOut')}</span>
        </Link>
      </div>
    </header>
  )
}
