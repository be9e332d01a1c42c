import { renameSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { limits } from '#domain/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import type { Letter } from '#server/platform/mail/letter.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl' | 'host' | 'port'>
export type Addressed = Letter & { id: string; to: string }

/** Takes letters to the mail server of SMTP_URL, or without one writes them to the outbox folder and answers where (product §2). */
export type Carrier = { carry: (letter: Addressed) => Promise<string | null>; close: () => void }

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
export async function openCarrier(config: MailConfig): Promise<Carrier> {
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
function outbox(config: MailConfig, composer: Composer): Carrier {
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
