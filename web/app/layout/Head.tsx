import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Me } from '#contract/users.ts'
import css from '#web/app/layout/Head.module.css'
import { statusLine } from '#web/app/live.ts'
import { PaletteButton } from '#web/app/palette/PaletteButton.tsx'
import { Bell } from '#web/notifications/Bell.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import type { LiveStatus } from '#web/platform/live/live-status.ts'
import { Avatar } from '#web/platform/Person.tsx'
import { chooseTheme, type Theme, theme } from '#web/platform/theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconDeviceDesktop from '#web/ui/icons/IconDeviceDesktop.tsx'
import IconLayoutSidebar from '#web/ui/icons/IconLayoutSidebar.tsx'
import IconMoon from '#web/ui/icons/IconMoon.tsx'
import IconSun from '#web/ui/icons/IconSun.tsx'
import { Menu } from '#web/ui/Menu.tsx'

type Props = { me: Me; expanded: boolean; toggle: () => void }

/**
 * The bar above every screen. An admin who has to set up a second factor first can neither search nor read notifications, and a screen they had open no
 * longer follows what happens.
 */
export function Head({ me, expanded, toggle }: Props) {
  return (
    <header className={`${css.head} line between not-printed`}>
      <IconButton label={t('layout.toggleSidebar')} aria-expanded={expanded} onClick={toggle}>
        <IconLayoutSidebar size={18} stroke={1.75} />
      </IconButton>
      {!me.lacksSecondFactor && <PaletteButton me={me} toggleSidebar={toggle} />}
      <div className={`${css.right} line gap-4`}>
        {!me.lacksSecondFactor && <StatusLine />}
        <ThemeButton />
        {!me.lacksSecondFactor && <Bell />}
        <AccountMenu me={me} />
      </div>
    </header>
  )
}

/** The signed-in person, and what concerns only them. */
function AccountMenu({ me }: { me: Me }) {
  const navigate = useNavigate()
  const name = me.name || me.email
  const items = [
    { label: t('titles.profile'), act: () => void navigate({ to: '/profile' }) },
    ...(me.lacksSecondFactor ? [] : [{ label: t('titles.notifications'), act: () => void navigate({ to: '/notifications' }) }]),
    { label: t('layout.signOut'), act: () => void navigate({ to: '/logout' }) },
  ]
  return (
    <Menu
      label={t('layout.account')}
      face={<Avatar name={name} picture={me.avatar} size={28} />}
      head={
        <div className={css.person}>
          <p className="strong breaks">
            <bdi>{name}</bdi>
          </p>
          <p className="tiny ellipsis" title={me.email}>
            {me.email}
          </p>
        </div>
      }
      items={items}
    />
  )
}

const next: Record<Theme, Theme> = { light: 'dark', dark: 'auto', auto: 'light' }
const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Cycles through light, dark and the system's theme. */
function ThemeButton() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.read)
  const Icon = icons[chosen]
  const now = t('layout.themeNow', { theme: t(`layout.theme.${chosen}`) })
  return (
    <IconButton label={t('layout.toggleTheme')} title={now} onClick={() => chooseTheme(next[chosen])}>
      <Icon size={18} stroke={1.75} />
    </IconButton>
  )
}

const words: Record<LiveStatus, string> = { live: t('layout.live'), 'catching-up': t('layout.catchingUp'), offline: t('layout.offline') }

/** Whether the screen is up to date: exactly "Live", "Catching up" or "Offline" (product §9). */
function StatusLine() {
  const status = useSyncExternalStore(statusLine.subscribe, statusLine.read)
  return (
    <p role="status" className={`${css.line} inline-line small ${css[status] ?? ''} ${status === 'offline' ? 'bad' : 'muted'}`}>
      {words[status]}
    </p>
  )
}
