import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M9 6l6 6l-6 6')
