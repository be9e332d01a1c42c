import { icon } from '#web/ui/icons/icon.tsx'

export default icon(
  'M8 4h12a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1m-4 0h-12a1 1 0 0 1 -1 -1v-10a1 1 0 0 1 1 -1',
  'M7 20h10',
  'M9 16v4',
  'M15 16v4',
  'M3 3l18 18',
)
