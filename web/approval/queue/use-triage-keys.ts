import { useKeys } from '#web/ui/use-keys.ts'

type Act = 'next' | 'previous' | 'close' | 'approve' | 'reject' | 'select' | 'help' | 'field' | 'accept' | 'refuse'
type Acts = Partial<Record<Act, (() => unknown) | undefined>>

/** One key per step of a triage. */
export function useTriageKeys({ next, previous, approve, reject, select, field, accept, refuse, help, close }: Acts) {
  useKeys({ j: next, k: previous, a: approve, r: reject, x: select, f: field, y: accept, n: refuse, '?': help, Escape: close })
}
