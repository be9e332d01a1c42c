import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M5 12l14 0', 'M13 18l6 -6', 'M13 6l6 6')
