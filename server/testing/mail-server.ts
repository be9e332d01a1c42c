import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type MailServer = { url: string; received: Email[]; close: () => Promise<void> }

/** The server's answer to a recipient; null accepts it. */
type RecipientAnswer = (about: { recipient: string }) => { code: number; text: string } | null
type Opening = {
  port?: number
  answer?: RecipientAnswer
  ofSender?: () => ReturnType<RecipientAnswer>
  /** Awaited before a message that has arrived is stored. */
  arrived?: () => Promise<void> | undefined
}

const asError = (answer: ReturnType<RecipientAnswer>) => answer && Object.assign(new Error(answer.text), { responseCode: answer.code })

/** A real mail server that stores what it receives. Closes with the test. */
export async function openMailServer({ port = 0, answer = () => null, ofSender = () => null, arrived }: Opening = {}): Promise<MailServer> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Open connections are not awaited.
    closeTimeout: 50,
    onMailFrom: (_sender, _session, done) => done(asError(ofSender())),
    onRcptTo: ({ address }, _session, done) => done(asError(answer({ recipient: address }))),
    onData: (stream, _session, done) => {
      void buffer(stream)
        .then(async (message) => {
          await arrived?.()
          return PostalMime.parse(message)
        })
        .then((mail) => {
          received.push(mail)
          done()
        }, done)
    },
  })
  await new Promise<void>((listening, failed) => {
    server.on('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  const address = server.server.address() as AddressInfo
  let open = true
  const close = async () => {
    if (!open) return
    open = false
    await new Promise<void>((closed) => server.close(() => closed()))
  }
  onTestFinished(close)
  return { url: `smtp://127.0.0.1:${address.port}`, received, close }
}
