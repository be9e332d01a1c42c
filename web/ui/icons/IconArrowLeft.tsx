import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6')
