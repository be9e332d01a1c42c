import type { Me } from '#contract/users.ts'
import { post } from '#web/platform/session/auth.ts'

/** Requests a mail with a link to choose a new password; the answer is the same whether the address is known or not. */
export const askForReset = (who: { email: string }) => post<object>('/api/auth/forgot-password', who)

/** Throws a refusal if the mailed link to a new password was used or has expired. */
export const checkResetLink = (token: string) => post<object>('/api/auth/reset-link', { token })

/** Sets a new password by the token of a mailed link. Returns the address of the account. */
export const resetPassword = (by: { token: string; password: string }) => post<{ email: string }>('/api/auth/reset-password', by)

/** Confirms an address by the token of a mailed link, and returns it. */
export const verifyEmail = (token: string) => post<{ email: string }>('/api/auth/verify-email', { token })

/** The address and role of an invitation. Throws the refusal with its sentence. */
export const findInvited = (token: string) => post<{ email: string; role: Me['role'] }>('/api/auth/invitation', { token })
