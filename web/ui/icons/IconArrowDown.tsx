import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M12 5l0 14', 'M18 13l-6 6', 'M6 13l6 6')
