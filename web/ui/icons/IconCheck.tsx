import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M5 12l5 5l10 -10')
