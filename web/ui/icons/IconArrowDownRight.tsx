import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M7 7l10 10', 'M17 8l0 9l-9 0')
