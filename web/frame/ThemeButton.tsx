import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { IconButton } from '#web/frame/IconButton.tsx'
import { t } from '#web/messages/messages.ts'

const next: Record<MantineColorScheme, MantineColorScheme> = { light: 'dark', dark: 'auto', auto: 'light' }
const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Goes from light to dark to the system's theme. */
export function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  const now = t('frame.themeNow', { theme: t(`frame.theme.${colorScheme}`) })
  return (
    <IconButton label={t('frame.toggleTheme')} title={now} onClick={() => setColorScheme(next[colorScheme])}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </IconButton>
  )
}
