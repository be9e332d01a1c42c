import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 7v5l3 3')
