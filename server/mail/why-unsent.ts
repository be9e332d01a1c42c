import { messageOf } from '#server/events/log.ts'

/** Nobody can be reached now; this mail is put off; this mail is refused for good. */
export type Failure = { kind: 'unreachable' | 'later' | 'refused'; why: string }

const whyMax = 300
/** What the mail server says of the recipient or the letter, as opposed to what goes wrong before. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE'])

/** What became of a mail that did not go out (SMTP: 5xx is final, 4xx is not; RFC 5321 §4.2.1). */
export function failureOf(error: unknown): Failure {
  const why = messageOf(error).slice(0, whyMax)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const answer = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (!aboutTheMail.has(code)) return { kind: 'unreachable', why }
  return { kind: answer >= 500 || answer === 0 ? 'refused' : 'later', why }
}
