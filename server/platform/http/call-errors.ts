import { ORPCError } from '@orpc/server'
import { type Answer, answerTo, answerToIssues, logUnexpected } from '#server/platform/http/errors.ts'

type Issues = Parameters<typeof answerToIssues>[0]

/** The answer to a call's error. oRPC's error for invalid input becomes a refusal; any other error is internal. */
function answerToCall(error: unknown, noun: string | undefined): Answer {
  if (!(error instanceof ORPCError)) return answerTo(error)
  const issues = error.code === 'BAD_REQUEST' ? (error.data as { issues?: Issues } | undefined)?.issues : undefined
  return issues ? answerToIssues(issues, noun) : answerTo(error)
}

/** A refusal as an oRPC error. */
export const onTheWire = ({ code, status, message, data }: Answer) => new ORPCError(code, { status, message, data })

/** A call's error as its caller gets it; an unexpected one is logged. */
export function refusalOf(error: unknown, path: readonly string[]): ReturnType<typeof onTheWire> {
  const answer = answerToCall(error, path[0])
  logUnexpected(error, answer, path.join('.'))
  return onTheWire(answer)
}

/** Turns every error of a call into its refusal; also used by the callers of the tests. */
export async function withRefusals<Result>({ next, path }: { next: () => Promise<Result>; path: readonly string[] }): Promise<Result> {
  try {
    return await next()
  } catch (error) {
    throw refusalOf(error, path)
  }
}
