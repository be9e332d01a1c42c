import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M12 5l0 14', 'M5 12l14 0')
