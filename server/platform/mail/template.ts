import type { App } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { inHtml } from '#server/platform/mail/in-html.ts'
import { envelope, type MailTexts, mails } from '#server/platform/mail/messages/en.ts'

/** The name of a mail in the catalogue. */
export type MailTemplate = keyof typeof mails

export type MailContent = {
  /** Values for the placeholders of the catalogue. */
  values?: Record<string, string | number> | undefined
  /** The path that the button opens, such as `/profile`; for buyers the origin of their storefront. */
  link?: string | undefined
  /** A list between the paragraphs and the button, each line with its own path or none. */
  items?: readonly { text: string; link?: string | undefined }[] | undefined
  /** The ids of the notifications it is about, if some may be withdrawn before it is sent. */
  notices?: readonly string[] | undefined
}

/** The address of a mail, and whether the person at it has confirmed that it is theirs. */
export type Recipient = { recipient: string; confirmed: boolean }

/** A mail ready to be sent. */
export type MailText = { subject: string; text: string; html: string }
/** The parts of a mail, with complete links. */
export type Parts = {
  subject: string
  paragraphs: string[]
  items: { text: string; url: string | null }[]
  /** What follows the list. */
  after: string | null
  button: { label: string; url: string } | null
  linkBelow: string
  foot: string
}

type Values = Record<string, string | number>
const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
/** Text with its values; without a value the space before it goes too: "Hello,". */
const filled = (text: string, values: Values) =>
  text.replace(/( ?)\{\{(\w+)\}\}/g, (_, space: string, name: string) => (isEmpty(values[name]) ? '' : `${space}${values[name]}`))
const isEmpty = (value: Values[string] | undefined) => String(value ?? '') === ''

/** Text in which a mail program finds no address to turn into a link. */
const unlinked = (text: string) => text.replace(/[.。．｡](?=\p{L})|:(?=\/\/)|@(?=\S)/gu, '$& ')

/**
 * The values for the recipient. An unconfirmed address may be a stranger's, typed by a person who wants them to read an advertisement: it gets
 * no name, and no link but ours.
 */
const valuesFor = ({ confirmed }: Recipient, values: Values = {}): Values =>
  confirmed
    ? values
    : Object.fromEntries(Object.entries(values).map(([key, value]) => [key, key === 'name' ? '' : unlinked(String(value))]))

/**
 * Renders a mail from the catalogue. Its links begin with the public address, or lead to a storefront in the settings; never to the host of a
 * request (product §10).
 */
export function renderMail(
  app: { config: Parameters<typeof homeAddress>[0] & Pick<Config, 'supportEmail'>; settings: Pick<App['settings'], 'current'> },
  template: MailTemplate,
  content: MailContent,
  to: Recipient,
): MailText {
  const address = homeAddress(app.config)
  const own = { marketplace: app.settings.current().marketplaceName, address, support: app.config.supportEmail, recipient: to.recipient }
  const values: Values = { ...valuesFor(to, content.values), ...own }
  const say = (text: string) => filled(text, values)
  const complete = (text: string) => names(text).every((name) => name === 'name' || !isEmpty(values[name]))
  const { subject, text, after, button, foot }: MailTexts = mails[template]
  const parts: Parts = {
    subject: say(subject),
    paragraphs: [...(template === 'test' ? [] : [envelope.greeting]), ...text].filter(complete).map(say),
    items: (content.items ?? []).map(({ text, link }) => ({
      text: to.confirmed ? text : unlinked(text),
      url: link ? address + link : null,
    })),
    after: after && complete(after) ? say(after) : null,
    button:
      content.link && button ? { label: say(button), url: content.link.startsWith('/') ? address + content.link : content.link } : null,
    linkBelow: envelope.linkBelow,
    foot: [foot, envelope.foot].flatMap((line) => (line ? [say(line)] : [])).join('\n'),
  }
  return { subject: parts.subject, text: inText(parts), html: inHtml(parts) }
}

function inText({ paragraphs, items, after, button, foot }: Parts): string {
  const list = items.map(({ text, url }) => `- ${text.replaceAll('\n', '\n  ')}${url ? `\n  ${url}` : ''}`).join('\n')
  const blocks = [...paragraphs, list, after, button && `${button.label}:\n${button.url}`, `-- \n${foot}`]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
