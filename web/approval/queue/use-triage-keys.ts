import { useKeys } from '#web/ui/use-keys.ts'

type Act = 'next' | 'previous' | 'close' | 'approve' | 'reject' | 'select' | 'undo' | 'help' | 'field' | 'accept' | 'refuse'
type Acts = Partial<Record<Act, (() => unknown) | undefined>>

/** One key per step of a triage. */
export function useTriageKeys({ next, previous, approve, reject, select, undo, field, accept, refuse, help, close }: Acts) {
  useKeys({ j: next, k: previous, a: approve, r: reject, x: select, u: undo, f: field, y: accept, n: refuse, '?': help, Escape: close })
}
