import { type CSSVariablesResolver, createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'

// One scale each, from light to dark; the shades that carry text were measured against WCAG 2.2 AA.
const accent: MantineColorsTuple = [
  '#eef0fe',
  '#dfe2fd',
  '#c3c8fb',
  '#a9b0ff',
  '#7f87f2',
  '#5b63e8',
  '#4a52d8',
  '#434bcb',
  '#3a41ae',
  '#2f358c',
]
const gray: MantineColorsTuple = [
  '#fafafb',
  '#f1f1f5',
  '#e4e4ea',
  '#d6d6de',
  '#b9b9c4',
  '#8b8b99',
  '#5c5c69',
  '#4a4a55',
  '#2f2f37',
  '#18181d',
]
const dark: MantineColorsTuple = [
  '#ededf2',
  '#c9c9d2',
  '#a2a2af',
  '#70707c',
  '#2a2a31',
  '#212127',
  '#17171b',
  '#0f0f12',
  '#0b0b0d',
  '#070708',
]

/** Mantine in our clothes: sizes on an 8-point grid, borders instead of shadows. */
export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: { xs: 'none', sm: 'none', md: 'var(--raised)', lg: 'var(--raised)', xl: 'var(--raised)' },
  components: {
    Modal: { defaultProps: { radius: 'lg', overlayProps: { color: 'var(--backdrop)', backgroundOpacity: 1 } } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
  },
})

const tokens = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-2)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-2)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': '#ffffff',
}

/** Points Mantine's variables at the palette of `ui/base.css`, where each colour is decided once. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })

/** Remembers the theme on this device under the name that `theme.js` reads before the first paint. */
export const themeManager = localStorageColorSchemeManager({ key: 'backstall-theme' })
