import { ownCode } from '#web/platform/rpc/problem.ts'

/** The thing is not there any more, or not for this person. A proxy that says so knows nothing of it. */
export const isRefused = (error: unknown): boolean => ['not-found', 'not-allowed'].includes(ownCode(error) ?? '')
