import type { App } from '#server/platform/app.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { inHtml } from '#server/platform/mail/in-html.ts'
import { envelope, mails } from '#server/platform/mail/messages/en.ts'

/** The name of a mail in the catalogue. */
export type MailTemplate = keyof typeof mails

export type MailContent = {
  /** Values for the placeholders of the catalogue. */
  values?: Record<string, string | number> | undefined
  /** The path that the button opens, such as `/profile`. */
  link?: string | undefined
  /** A list between the paragraphs and the button, each line with its own path or none. */
  items?: readonly { text: string; link?: string | undefined }[] | undefined
}

/** A mail ready to be sent. */
export type MailText = { subject: string; text: string; html: string }
/** The parts of a mail, with complete links. */
export type Parts = {
  subject: string
  paragraphs: string[]
  items: { text: string; url: string | null }[]
  button: { label: string; url: string } | null
  linkBelow: string
  foot: string
}

type Values = Record<string, string | number>
const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
const filled = (text: string, values: Values) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** Renders a mail from the catalogue. Its links begin with the public address, never with the host of a request (product §10). */
export function renderMail(
  app: { config: Parameters<typeof homeAddress>[0]; settings: Pick<App['settings'], 'current'> },
  template: MailTemplate,
  content: MailContent,
): MailText {
  const address = homeAddress(app.config)
  const values: Values = { ...content.values, marketplace: app.settings.current().marketplaceName, address }
  const say = (text: string) => filled(text, values)
  const complete = (text: string) => names(text).every((name) => String(values[name] ?? '') !== '')
  const { subject, text, button }: { subject: string; text: readonly string[]; button?: string } = mails[template]
  const parts: Parts = {
    subject: say(subject),
    paragraphs: text.filter(complete).map(say),
    items: (content.items ?? []).map((item) => ({ text: item.text, url: item.link ? address + item.link : null })),
    button: content.link && button ? { label: say(button), url: address + content.link } : null,
    linkBelow: envelope.linkBelow,
    foot: say(envelope.foot),
  }
  return { subject: parts.subject, text: inText(parts), html: inHtml(parts) }
}

function inText({ paragraphs, items, button, foot }: Parts): string {
  const list = items.map(({ text, url }) => `- ${text}${url ? `\n  ${url}` : ''}`).join('\n')
  const blocks = [...paragraphs, list, button && `${button.label}:\n${button.url}`, `-- \n${foot}`]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
