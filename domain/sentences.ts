import { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'Use text here.',
  number: 'Use a number here.',
  int: 'Use a whole number here.',
  boolean: 'Use true or false here.',
  array: 'Use a list here.',
  object: 'Use an object here.',
  record: 'Use an object here.',
}

type RawIssue = z.core.$ZodRawIssue

const tooBig = ({ origin, maximum }: { origin: string; maximum: number | bigint }) => {
  if (origin === 'string') return `Use at most ${maximum} characters.`
  if (origin === 'array') return `Use at most ${maximum} entries.`
  return `Use at most ${maximum}.`
}

const tooSmall = ({ origin, minimum }: { origin: string; minimum: number | bigint }) => {
  if (origin === 'string') return minimum === 1 ? 'This is required.' : `Use at least ${minimum} characters.`
  if (origin === 'array') return minimum === 1 ? 'Name at least one.' : `Use at least ${minimum} entries.`
  return `Use at least ${minimum}.`
}

/** What is wrong with a value, as a sentence for people; schemas with their own sentence keep it. */
export function sentenceFor(issue: RawIssue): string {
  if (issue.input === undefined) return 'This is required.'
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'This has the wrong type.'
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return tooBig(issue)
  if (issue.code === 'too_small') return tooSmall(issue)
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') return 'There is no such entry.'
  return 'This is not valid.'
}

/** Makes every schema report the sentences above; called once per process that validates. */
export function setErrorSentences(): void {
  z.config({ customError: sentenceFor })
}
