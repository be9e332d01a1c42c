import { icon } from '#web/ui/icons/icon.tsx'

export default icon('M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584 -2.434a7 7 0 0 0 -9.038 -9.057', 'M3 3l18 18')
