import { renameSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { limits } from '#domain/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import type { MailText } from '#server/platform/mail/template.ts'

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

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl' | 'host' | 'port'>
export type Addressed = MailText & { id: string; to: string }

/** Takes letters to the mail server of SMTP_URL, or without one writes them to the outbox folder and answers where (product §2). */
export type Transport = { carry: (letter: Addressed) => Promise<string | null>; close: () => void }

/** The same name at every try, so that a mail which did arrive the first time is known again. */
function message(config: MailConfig, { id, to, ...letter }: Addressed): SendMailOptions {
  const { hostname } = new URL(homeAddress(config))
  return {
    ...letter,
    from: config.mailFrom,
    to: { name: '', address: to },
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The mailer is loaded with the first mail. */
export async function openTransport(config: MailConfig): Promise<Transport> {
  const { createTransport } = await import('nodemailer')
  if (!config.smtpUrl) return outbox(config, createTransport({ streamTransport: true, buffer: true, newline: 'windows' }))
  const { connectMs, silenceMs, atOnce } = limits.mail
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: atOnce,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  })
  return {
    carry: async (letter) => {
      await transport.sendMail(message(config, letter))
      return null
    },
    close: () => transport.close(),
  }
}

type Composer = { sendMail: (mail: SendMailOptions) => Promise<{ message: unknown }> }

/** Written under the mail's own name, readable for the owner of the data alone: links in it open accounts. */
function outbox(config: MailConfig, composer: Composer): Transport {
  return {
    carry: async (letter) => {
      const folder = join(config.dataDir, 'outbox')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message: content } = await composer.sendMail(message(config, letter))
      const file = join(folder, `${letter.id}.eml`)
      writeFileSync(`${file}.part`, content as Buffer, { mode: 0o600 })
      renameSync(`${file}.part`, file)
      return file
    },
    close: () => {},
  }
}
