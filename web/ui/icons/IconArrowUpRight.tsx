import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M17 7l-10 10', 'M8 7l9 0l0 9')
