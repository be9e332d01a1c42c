import { ORPCError } from '@orpc/server'
import { type Answer, answerTo, answerToIssues, logUnexpected } from '#server/platform/http/errors.ts'

type Issues = Parameters<typeof answerToIssues>[0]

/** What a call's failure is told as. oRPC's own words for a wrong input become ours; anything it adds besides is a fault of ours. */
function answerToCall(error: unknown, noun: string | undefined): Answer {
  if (!(error instanceof ORPCError)) return answerTo(error)
  const issues = error.code === 'BAD_REQUEST' ? (error.data as { issues?: Issues } | undefined)?.issues : undefined
  return issues ? answerToIssues(issues, noun) : answerTo(error)
}

/** A refusal as oRPC carries it. */
export const onTheWire = ({ code, status, message, data }: Answer) => new ORPCError(code, { status, message, data })

/** A call's failure as its caller is told of it; what was not expected is logged. */
export function refusalOf(error: unknown, path: readonly string[]): ReturnType<typeof onTheWire> {
  const answer = answerToCall(error, path[0])
  logUnexpected(error, answer, path.join('.'))
  return onTheWire(answer)
}

/** Turns whatever a call throws into what its caller is told; also used by the callers of the tests. */
export async function withRefusals<Result>({ next, path }: { next: () => Promise<Result>; path: readonly string[] }): Promise<Result> {
  try {
    return await next()
  } catch (error) {
    throw refusalOf(error, path)
  }
}
