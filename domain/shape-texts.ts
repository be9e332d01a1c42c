/** The name of a sentence with the values in it: problems are stored as this, and the sentence is made where it is read. */
export type NamedText = { text: string; values: Values }
export type Values = Readonly<Record<string, string | number>>

/** What the shapes of several nouns say of wrong input. A value `field` is the name of a field; the sentence has its word. */
export const shapeTexts = {
  required: 'This is required.',
  'too-long': 'Use at most {max} characters.',
  'too-short': 'Use at least {min} characters.',
  'too-high': 'Use at most {max}.',
  'stacked-marks': 'Use at most 30 accents on one letter.',
  'control-characters': 'Control characters are not allowed here.',
  'direction-marks': 'Invisible characters that turn the direction of writing are not allowed here.',
  'no-id': 'This is not an id.',
  'no-email': 'This is not an email address.',
  moment: 'Use a moment such as 2026-01-31T12:00:00Z.',
  day: 'Use a date such as 2026-01-31.',
  'no-year': 'There was no year 0000.',
  'whole-number': 'Use a whole number.',
  'whole-minor-units': 'Use a whole number of minor units.',
  'amount-negative': 'An amount cannot be below zero.',
  'quantity-zero': 'The quantity must be above zero.',
  'currency-code': 'Use a currency code of three letters.',
  'field-zero': 'The {field} must be above zero.',
  'field-negative': 'The {field} cannot be below zero.',
  'field-too-high': 'This {field} is too high.',
  'too-many-tags': 'Use at most {max} tags.',
  'too-many-attributes': 'Use at most {max} attributes.',
  'attribute-twice': '“{key}” is the name of another attribute already.',
  'too-many-lines': 'An order has at most {max} lines.',
} as const

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
export const say = (text: keyof typeof shapeTexts, values: Values = {}, shown: Values = values): string =>
  named(filled(shapeTexts[text], shown), text, values)

/** The name of a sentence that a shape was given. */
export const nameOf = (sentence: string): NamedText | undefined => given.get(sentence)
