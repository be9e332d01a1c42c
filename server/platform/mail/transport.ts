import { renameSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '#server/platform/config.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import type { MailText } from '#server/platform/mail/template.ts'

/** The mail server is unreachable for all mails; this mail is deferred; this mail is refused permanently. */
export type Failure = { kind: 'unreachable' | 'later' | 'refused'; why: string }

const whyMax = 300
/** Codes of answers to a recipient or a mail, as opposed to errors before that. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE'])
/** An answer to the sender, or before the mail is read: a quota, an unknown sender. It would be the same for any other mail. */
const aboutUs = (code: string, command: string) => code === 'EENVELOPE' && (command === 'MAIL FROM' || command === 'DATA')
/** System, network or policy errors (RFC 3463 §3.4, §3.5, §3.8), which an operator can fix; the recipient is not at fault. */
const fixable = /^\d{3}[ -]5\.[347]\./

/**
 * Classifies the error of a mail that was not sent. Only a final answer (5xx, RFC 5321 §4.2.1) about this recipient or this mail loses it:
 * an answer about the sender concerns every mail, and a problem that an operator can fix is retried until the mail is too old.
 */
export function failureOf(error: unknown): Failure {
  const why = messageOf(error).slice(0, whyMax)
  const code = codeOf(error)
  const { responseCode = 0, response = '', command = '' } = Object(error) as { responseCode?: number; response?: string; command?: string }
  if (!aboutTheMail.has(code)) return { kind: 'unreachable', why }
  if (responseCode >= 500 && aboutUs(code, command)) return { kind: 'unreachable', why }
  return { kind: (responseCode >= 500 || responseCode === 0) && !fixable.test(response) ? 'refused' : 'later', why }
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl' | 'host' | 'port'>
type Addressed = MailText & { id: string; to: string }

/** Sends mails to the mail server of SMTP_URL, or without one writes them to the outbox folder and returns the file (product §2). */
export type Transport = {
  send: (mail: Addressed) => Promise<string | null>
  /** Connects and signs in, without sending; throws what stands in the way. */
  verify: () => Promise<unknown>
  close: () => void
}

/** The message id is the same at every attempt, so that a mail which did arrive the first time is recognized. */
function message(config: MailConfig, { id, to, ...mail }: Pick<Addressed, 'id' | 'to' | 'subject'>): SendMailOptions {
  const { hostname } = new URL(homeAddress(config))
  return {
    ...mail,
    from: config.mailFrom,
    to: { name: '', address: to },
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Loads the mailer, which is why it is called for the first mail only. */
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
    send: async (mail) => {
      await transport.sendMail(message(config, mail))
      return null
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}

type Composer = { sendMail: (mail: SendMailOptions) => Promise<{ message: unknown }> }

/** A part as it is, not encoded as for a mail server: `=` would break its links. */
const legible = (type: string, text: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`,
})

/** Named by the id of the mail, readable for the owner of the data alone: links in it open accounts. */
function outbox(config: MailConfig, composer: Composer): Transport {
  return {
    send: async ({ text, html, ...mail }) => {
      const folder = join(config.dataDir, 'outbox')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const alternatives = [legible('text/plain', text), legible('text/html', html)]
      const { message: content } = await composer.sendMail({ ...message(config, mail), alternatives })
      const file = join(folder, `${mail.id}.eml`)
      writeFileSync(`${file}.part`, content as Buffer, { mode: 0o600 })
      renameSync(`${file}.part`, file)
      return file
    },
    verify: async () => {},
    close: () => {},
  }
}
