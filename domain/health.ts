import { z } from 'zod'

export const checkStates = ['ok', 'attention', 'failing'] as const
export type CheckState = (typeof checkStates)[number]

/** One check of an installation: what was found, and what to do about it if it is not ok. It contains no secrets and no personal data. */
export const Check = z.object({ title: z.string(), state: z.enum(checkStates), text: z.string(), action: z.string().nullable() })
export type Check = z.infer<typeof Check>

/** The worst state of some checks. */
export const worstOf = (checks: readonly Pick<Check, 'state'>[]): CheckState =>
  checks.reduce<CheckState>((worst, { state }) => (checkStates.indexOf(state) > checkStates.indexOf(worst) ? state : worst), 'ok')
