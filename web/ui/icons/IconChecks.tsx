import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M7 12l5 5l10 -10', 'M2 12l5 5m5 -5l5 -5')
