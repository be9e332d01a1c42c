import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6', 'M10 13l0 .01', 'M10 10a1.5 1.5 0 1 0 -1.14 -2.474')
