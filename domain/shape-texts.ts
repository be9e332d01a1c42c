/** The name of a sentence with the values in it: problems are stored as this, and the sentence is made where it is read. */
export type NamedText = { text: string; values: Values }
export type Values = Readonly<Record<string, string | number>>

/** What the shapes of several nouns say of wrong input. A value `field` is the name of a field; the sentence has its word. */
export const shapeTexts = {
  required: 'This is required.',
  'choose-one': 'Choose at least one.',
  'too-long': 'Use at most {max} characters.',
  'too-short': 'Use at least {min} characters.',
  'too-high': 'Use at most {max}.',
  'stacked-marks': 'Use at most 30 accents on one letter.',
  'control-characters': 'Control characters are not allowed here.',
  'direction-marks': 'Invisible characters that turn the direction of writing are not allowed here.',
  'no-id': 'This is not an ID. Copy the whole ID: it has no spaces.',
  'no-email': 'This is not an email address.',
  moment: 'Use a moment such as 2026-01-31T12:00:00Z.',
  day: 'Use a date such as 2026-01-31.',
  'no-year': 'There was no year 0000.',
  'whole-number': 'Use a whole number.',
  'whole-range': 'Use a whole number from {min} to {max}.',
  'whole-minor-units': 'Use a whole number of minor units.',
  'amount-negative': 'An amount cannot be below zero.',
  'quantity-zero': 'The quantity must be above zero.',
  'currency-code': 'Use a currency code of three letters.',
  'field-zero': 'The {field} must be above zero.',
  'field-negative': 'The {field} cannot be below zero.',
  'field-too-high': 'This {field} is too high.',
  'too-many-tags': 'Use at most {max} tags.',
  'too-many-attributes': 'Use at most {max} attributes.',
  'attribute-twice': 'Another attribute is already named “{key}”.',
  'too-many-lines': 'An order has at most {max} lines.',
  'refund-zero': 'The amount must be above zero.',
  'image-path': 'This is not the path of an image.',
  'picture-path': 'This is not the path of a picture.',
  'chat-file-path': 'This is not the path of a file in a chat.',
  'image-list-full': 'A product has at most {max} images.',
  'too-many-files': 'Attach at most {max} files.',
  'too-many-items': 'At most {max} items can be decided on at once.',
  'category-twice': 'A category is named twice.',
  'event-twice': 'An event is named twice.',
  'field-twice': 'A field is named twice.',
  'file-twice': 'A file is named twice.',
  'image-twice': 'An image is named twice.',
  'item-twice': 'An item is named twice.',
  'line-twice': 'A line is named twice.',
  'reply-twice': 'A reply is named twice.',
  'no-client-id': 'This is not a client id.',
  'no-code': 'This is not a code.',
  'link-incomplete': 'This link is not complete.',
  month: 'Use a month such as 2026-11.',
  'time-of-day': 'Use a time such as 02:30.',
  'period-ends-first': 'The end must be later than the start. Use 24:00 for midnight, and a second period for what follows.',
  'periods-overlap': 'Two periods of a day overlap.',
  'holiday-twice': 'A holiday is named twice.',
  'no-origin': 'Use an origin such as https://shop.example, without a path.',
  'origin-twice': 'An origin is named twice.',
  'no-key-set': 'This is not a JSON Web Key Set of public keys.',
  'full-path': 'Use a full path, such as /var/backups/backstall.',
  'web-address': 'Use an address that starts with http:// or https://.',
  'post-address': 'Use an address that starts with https:// or http://, without a user name.',
  'choose-event': 'Choose at least one event.',
  'poll-wait': 'Wait between {min} and {max} seconds.',
  'before-or-after': 'Use either before or after.',
  'product-version-missing': 'Name the productVersion of each pending request that was seen.',
  'payload-object': 'Use an object here.',
  'payload-json': 'Use plain JSON here.',
  'payload-nesting': 'This is nested too deeply. Use at most {max} levels.',
  'payload-key': 'Use keys of 1 to {max} visible characters.',
  'payload-key-refused': 'This key cannot be stored.',
  'payload-number': 'Send this number as text; it cannot be stored exactly.',
  'server-owned': 'Only the server sets this. Leave it out.',
} as const
export type ShapeText = keyof typeof shapeTexts

/** A text with its values. */
export const filled = (text: string, values: Values): string => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))

/** The sentences that shapes were given. They are written into the code or made of limits, so there are only so many. */
const given = new Map<string, NamedText>()

/** Names the sentence that a shape is given: an issue of the schema library has nothing but the sentence. */
export function named(sentence: string, text: string, values: Values = {}): string {
  given.set(sentence, { text, values })
  return sentence
}

/** The sentence for a shape; `shown` has the values as people read them, where they differ. */
export const say = (text: ShapeText, values: Values = {}, shown: Values = values): string =>
  named(filled(shapeTexts[text], shown), text, values)

/** The name of a sentence that a shape was given. */
export const nameOf = (sentence: string): NamedText | undefined => given.get(sentence)
