import { useSyncExternalStore } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { chooseTheme, type Theme, theme } from '#web/platform/theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconDeviceDesktop from '#web/ui/icons/IconDeviceDesktop.tsx'
import IconMoon from '#web/ui/icons/IconMoon.tsx'
import IconSun from '#web/ui/icons/IconSun.tsx'

const next: Record<Theme, Theme> = { light: 'dark', dark: 'auto', auto: 'light' }
const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Goes from light to dark to the system's theme. */
export function ThemeButton() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.read)
  const Icon = icons[chosen]
  const now = t('frame.themeNow', { theme: t(`frame.theme.${chosen}`) })
  return (
    <IconButton label={t('frame.toggleTheme')} title={now} onClick={() => chooseTheme(next[chosen])}>
      <Icon size={18} stroke={1.75} />
    </IconButton>
  )
}
