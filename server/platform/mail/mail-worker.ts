import type { App } from '#server/platform/app.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { masked } from '#server/platform/log.ts'
import { claimMails, giveUp, noteSent, putOff, type Queued, renewLease, sweepMails } from '#server/platform/mail/queue.ts'
import { type MailContent, type MailTemplate, renderMail } from '#server/platform/mail/template.ts'
import { type Failure, failureOf, openTransport, type Transport } from '#server/platform/mail/transport.ts'

const { atOnce, pollMs, retryMinMs, retryMaxMs, laterMinMs, laterMaxMs, sweepMs } = limits.mail
const doubled = (first: number, last: number, times: number) => Math.min(last, first * 2 ** Math.max(0, times - 1))

/** The final content of a mail; with a `template` it replaces the requested one. */
type Completed = MailContent & { template?: MailTemplate | undefined }
/** Completes the content of a mail when it is sent; null if it has no recipient any more. */
export type Complete = (app: App, to: string, content: MailContent) => Promise<Completed | null>
/** Mails that are completed when they are sent, such as those with a link that works once, and how to remove expired links. */
export type LinkedMails = { complete: Partial<Record<MailTemplate, Complete>>; sweep: (app: App) => Promise<void> }

/**
 * Sends the outgoing mail on this node. While the mail server is unreachable nothing is lost and nothing else waits; a mail that is itself
 * refused delays no other. `close` settles when the mails in progress are sent or failed.
 */
export function openMailWorker(
  app: App,
  linked: LinkedMails,
  log: Log = console,
  leaseMs: number = limits.mail.leaseMs,
): { close: () => Promise<void> } {
  const errors = openErrorLog(log, 'Sending mail')
  let transport: { of: string | null; transport: Promise<Transport> } | null = null
  let failures = 0
  let restUntil = 0

  const currentTransport = (): Promise<Transport> => {
    const { smtpUrl } = app.config
    if (transport?.of === smtpUrl) return transport.transport
    void transport?.transport.then(({ close }) => close(), errors.failed)
    transport = { of: smtpUrl, transport: openTransport(app.config) }
    return transport.transport
  }
  async function deliver(mail: Queued): Promise<Failure['kind'] | null> {
    const { id, recipient: to, template, content } = mail
    try {
      const complete = linked.complete[template]
      const completed: Completed | null = complete ? await complete(app, to, content) : content
      if (!completed) return await noteSent(app, id).then(() => null)
      const { send } = await currentTransport()
      // The steps before may have taken longer than the lease.
      const renewed = await renewLease(app, mail, leaseMs)
      if (!renewed) return null
      const rendered = renderMail(app, completed.template ?? template, completed, { recipient: to, ...renewed })
      const file = await send({ id, to, ...rendered })
      if (file) log.info(`There is no SMTP_URL: a mail is in ${file}`)
    } catch (error) {
      return failed(mail, failureOf(error))
    }
    await noteSent(app, id)
    return null
  }
  async function failed(mail: Queued, { kind, why }: Failure): Promise<Failure['kind']> {
    const { id, attempts } = mail
    const later = kind === 'unreachable' ? doubled(retryMinMs, retryMaxMs, attempts) : doubled(laterMinMs, laterMaxMs, attempts)
    const gone = kind === 'refused' ? await giveUp(app, id, why).then(() => true) : await putOff(app, mail, later, why)
    if (gone) log.warn(`The mail ${id} cannot be delivered: ${masked(why)}`)
    if (kind === 'unreachable') errors.failed(new Error(masked(why)))
    return kind
  }
  async function sendDue(alive: Alive, closing: AbortSignal): Promise<void> {
    for (; !closing.aborted && Date.now() >= restUntil; alive()) {
      const mails = await claimMails(app, atOnce, leaseMs)
      if (mails.length === 0) return
      const outcomes = await Promise.all(mails.map(deliver))
      const away = outcomes.includes('unreachable')
      failures = away ? failures + 1 : 0
      restUntil = away ? Date.now() + doubled(retryMinMs, retryMaxMs, failures) : 0
      if (!away) errors.recovered()
    }
  }
  const pace = openLoop('Sending mail', sendDue, { log, everyMs: pollMs, stallMs: leaseMs })
  const sweep = openLoop('Forgetting sent mail', () => Promise.all([sweepMails(app), linked.sweep(app)]), { log, everyMs: sweepMs })
  return {
    close: async () => {
      await Promise.all([pace.close(), sweep.close()])
      await transport?.transport.then(({ close }) => close(), errors.failed)
    },
  }
}
