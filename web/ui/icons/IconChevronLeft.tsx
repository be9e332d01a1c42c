import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M15 6l-6 6l6 6')
