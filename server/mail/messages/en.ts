/**
 * What mails say, by the name of the template: a subject, paragraphs, and what stands on the button if the mail has a link.
 * `{{marketplace}}` is always known; a paragraph that names a value which is not given is left out.
 */
export const mails = {
  test: {
    subject: 'Mail from {{marketplace}} arrives',
    text: ['This is a test. If you can read it, {{marketplace}} can send mail.'],
    button: 'Open {{marketplace}}',
  },
} satisfies Record<string, { subject: string; text: readonly string[]; button?: string }>

/** What stands around every letter. */
export const envelope = {
  linkBelow: 'If the button does not work, open this address:',
  foot: 'This mail was sent by {{marketplace}}, {{address}}',
}
