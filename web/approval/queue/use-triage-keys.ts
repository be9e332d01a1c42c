import { useKeys } from '#web/ui/use-keys.ts'

/** The key of each step of a triage, as `useKeys` names it. That of `undo` works on any screen (`web/ui/Toasts.tsx`). */
const triageKeys = {
  next: 'j',
  previous: 'k',
  approve: 'a',
  reject: 'r',
  select: 'x',
  undo: 'u',
  close: 'Escape',
  help: '?',
  field: 'f',
  accept: 'y',
  refuse: 'n',
}
type Act = keyof typeof triageKeys
type Acts = Partial<Record<Exclude<Act, 'undo'>, (() => unknown) | undefined>>

/** The key of an act, as labelled on a keyboard. */
export const keyLabel = (act: Act): string => (triageKeys[act] === 'Escape' ? 'Esc' : triageKeys[act].toUpperCase())

/** Does the acts when their keys are pressed. */
export function useTriageKeys(acts: Acts) {
  useKeys(Object.fromEntries(Object.entries(acts).map(([act, run]) => [triageKeys[act as Act], run])))
}
