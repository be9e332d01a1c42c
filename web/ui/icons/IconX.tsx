import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M18 6l-12 12', 'M6 6l12 12')
