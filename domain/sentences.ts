import { z } from 'zod'
import { filled, named, shapeTexts, type Values } from '#domain/shape-texts.ts'

/** What is said of input where its shape has no sentence of its own. */
export const defaultTexts = {
  'type-string': 'Use text here.',
  'type-number': 'Use a number here.',
  'type-int': 'Use a whole number here.',
  'type-boolean': 'Use true or false here.',
  'type-array': 'Use a list here.',
  'type-object': 'Use an object here.',
  'type-record': 'Use an object here.',
  'type-other': 'This has the wrong type.',
  'too-many': 'Use at most {max} entries.',
  'too-few': 'Use at least {min} entries.',
  'none-named': 'Name at least one.',
  'too-low': 'Use at least {min}.',
  'one-of': 'Use one of: {options}.',
  'no-such-entry': 'There is no such entry.',
  'not-valid': 'This is not valid.',
} as const
const texts = { ...shapeTexts, ...defaultTexts }
type Text = keyof typeof texts

type RawIssue = z.core.$ZodRawIssue

const tooBig: Record<string, Text> = { string: 'too-long', array: 'too-many' }
const tooSmall: Record<string, [one: Text, more: Text]> = { string: ['required', 'too-short'], array: ['none-named', 'too-few'] }

function textFor(issue: RawIssue): [Text, Values?] {
  if (issue.input === undefined) return ['required']
  if (issue.code === 'invalid_type') {
    const text = `type-${issue.expected}`
    return [text in defaultTexts ? (text as Text) : 'type-other']
  }
  if (issue.code === 'invalid_value') return ['one-of', { options: issue.values.map(String).join(', ') }]
  if (issue.code === 'too_big') return [tooBig[issue.origin] ?? 'too-high', { max: Number(issue.maximum) }]
  if (issue.code === 'too_small') {
    const [one, more] = tooSmall[issue.origin] ?? ['too-low', 'too-low']
    return issue.minimum === 1 && one !== more ? [one] : [more, { min: Number(issue.minimum) }]
  }
  return [issue.code === 'unrecognized_keys' || issue.code === 'invalid_key' ? 'no-such-entry' : 'not-valid']
}

/** What is wrong with a value, as a sentence for people; schemas with their own sentence keep it. */
function sentenceFor(issue: RawIssue): string {
  const [text, values = {}] = textFor(issue)
  return named(filled(texts[text], values), text, values)
}

/** Makes every schema report the sentences above; called once per process that validates. */
export function setErrorSentences(): void {
  z.config({ customError: sentenceFor })
}
