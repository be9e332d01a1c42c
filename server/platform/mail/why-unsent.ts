import { messageOf } from '#server/platform/events/log.ts'

/** Nobody can be reached now; this mail is put off; this mail is refused for good. */
export type Failure = { kind: 'unreachable' | 'later' | 'refused'; why: string }

const whyMax = 300
/** What the mail server answers to a recipient or a letter, as opposed to what goes wrong before. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE'])
/** What it answers to the sender, or before it looks at the letter: a quota, a sender it does not know. So it would be with any other mail. */
const aboutUs = (code: string, command: string) => code === 'EENVELOPE' && (command === 'MAIL FROM' || command === 'DATA')
/** Its system, its network, its policy (RFC 3463 §3.4, §3.5, §3.8): somebody can mend that, the recipient is none the worse for it. */
const mendable = /^\d{3}[ -]5\.[347]\./

/**
 * What became of a mail that did not go out. Only a final answer (5xx, RFC 5321 §4.2.1) about this recipient or this letter loses it: what is
 * said of the sender is said of every mail, and what an operator can mend is tried again until the mail is too old.
 */
export function failureOf(error: unknown): Failure {
  const why = messageOf(error).slice(0, whyMax)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const { responseCode = 0, response = '', command = '' } = Object(error) as { responseCode?: number; response?: string; command?: string }
  if (!aboutTheMail.has(code)) return { kind: 'unreachable', why }
  if (responseCode >= 500 && aboutUs(code, command)) return { kind: 'unreachable', why }
  return { kind: (responseCode >= 500 || responseCode === 0) && !mendable.test(response) ? 'refused' : 'later', why }
}
