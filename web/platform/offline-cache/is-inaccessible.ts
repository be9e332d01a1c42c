import { ownCode } from '#web/platform/rpc/problem.ts'

/** The item no longer exists, or this person may not see it. Only Backstall's own codes count: a proxy cannot know. */
export const isInaccessible = (error: unknown): boolean => ['not-found', 'not-allowed'].includes(ownCode(error) ?? '')
