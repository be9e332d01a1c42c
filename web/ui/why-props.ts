import { toast } from '#web/ui/toasts.ts'

/**
 * The attributes of an icon button, named by its label, that may be disabled: `why` is the reason, shown on hover, to screen readers, and
 * when it is clicked anyway (product §9); null enables it. It keeps the focus in both states.
 */
export const whyProps = (label: string, why: string | null, act: () => void) => ({
  'aria-label': label,
  title: why ?? label,
  'aria-disabled': why === null ? undefined : true,
  onClick: () => (why === null ? act() : toast(why, 'bad')),
})
