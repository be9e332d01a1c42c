import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M6 9l6 6l6 -6')
