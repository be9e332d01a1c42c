import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M6 15l6 -6l6 6')
