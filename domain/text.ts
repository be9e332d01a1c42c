import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { type ShapeText, say } from '#domain/shape-texts.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused here
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, with line breaks and tabs
const controlsAndBreaks = /[\u0000-\u001f\u007f]/

/**
 * Embeddings, overrides and isolates: they change the direction of the text around them and make one name look like another. Marks such as
 * U+200F stay: they affect nothing else.
 */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/

/** The text without characters that change the direction of the text around them. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(new RegExp(directionMarks, 'g'), '')

const characters = (text: string) => [...text].length
/** Counts only where the number of code units leaves it open. */
const hasAtLeast = (text: string, min: number) => min === 0 || characters(text) >= min
const hasAtMost = (text: string, max: number) => text.length <= max || characters(text) <= max

/**
 * Invisible text: spaces of every kind, what Unicode lets a screen ignore (joiners, fillers, direction marks), marks without a letter to
 * stand on, and the empty braille pattern.
 */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}\u2800]*$/u

/** True if nothing of this text is visible. */
export const isBlank = (text: string): boolean => invisible.test(text)

/** True if the text is well-formed and one line, without control characters. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !controlsAndBreaks.test(text)

/** More marks on one letter than Unicode allows in a stream (UAX #15). Normalising them takes time with the square of their number. */
const stackedMarks = /\p{M}{31}/u

/** The text in NFC, so that equal text is equal in the database. Text with stacked marks stays as it is. */
export const inNfc = (text: string): string => (stackedMarks.test(text) ? text : text.normalize('NFC'))

/** The text as it is stored: trimmed, and in NFC. Invisible text is no text. */
const asStored = (text: string): string => (isBlank(text) ? '' : inNfc(text.trim()))

/** A form of the text in which names that differ only in case or normalisation are equal. */
export const foldCase = (text: string): string => inNfc(text).toLowerCase()

type Length = { min?: number; max: number }

/** Trimmed text, measured in code points; `checked` adds what else it must be. */
const text = ({ min = 0, max }: Length, checked: (begun: z.ZodString) => z.ZodString) =>
  checked(
    z
      .string()
      .max(max * 4, { error: say('too-long', { max }), abort: true })
      .overwrite(asStored)
      .refine((text) => !stackedMarks.test(text), say('stacked-marks')),
  )
    .refine((text) => hasAtLeast(text, min), min === 1 ? say('required') : say('too-short', { min }))
    .refine((text) => hasAtMost(text, max), say('too-long', { max }))
    .meta({ maxLength: max })

/**
 * One line of trimmed text, measured in code points (`maxLength` in the description of the API), without control characters or characters
 * that change the direction of the text around them.
 */
export const line = (length: Length) =>
  text(length, (begun) =>
    begun.refine(isOneLine, say('control-characters')).refine((text) => !directionMarks.test(text), say('direction-marks')),
  )

/** True if the text can be stored and shown: well-formed, without control characters except line breaks and tabs. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !controls.test(text)

/** Text of several lines; line breaks and tabs stay, other control characters are refused. */
export const prose = (length: Length) => text(length, (begun) => begun.refine(isPlainText, say('control-characters')))

/**
 * Turns pasted text into what `prose` accepts: breaks that word processors put between lines become line breaks, and other controls are
 * removed.
 */
export const asProse = (text: string): string =>
  text.replaceAll('\u000b', '\n').replaceAll('\u000c', '\n').replaceAll(new RegExp(controls, 'g'), '').toWellFormed().trim()

/** An id: a UUID of Backstall, or an imported id kept as it was. */
export const Id = z
  .string()
  .min(1)
  .max(limits.text.idMax)
  .regex(/^[\w.:~-]+$/, say('no-id'))

/** The text of a search box. */
export const Search = line({ max: limits.text.searchMax })

/** PostgreSQL counts from the year 1; only ISO 8601 has a year 0000. */
const hasYear = (text: string) => !text.startsWith('0000')
const noYear = say('no-year')

/** A check for `refine`: no two entries of a list are equal, or those that have the same key; otherwise it says the text. */
export const eachOnce = <Entry>(text: ShapeText, keyOf: (entry: Entry) => unknown = (entry) => entry) =>
  [(entries: readonly Entry[]) => new Set(entries.map(keyOf)).size === entries.length, say(text)] as const

/** A moment, as ISO 8601 text in UTC. */
export const Moment = z.iso.datetime(say('moment')).refine(hasYear, noYear)

/** A day, as ISO 8601 text. */
export const Day = z.iso.date(say('day')).refine(hasYear, noYear)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts text at `max` graphemes and adds an ellipsis only if it was cut (spec §5, product §6). */
export function cut(text: string, max: number = limits.notification.textMax): string {
  if (text.length <= max) return text
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return `${text.slice(0, index)}…`
    count += 1
  }
  return text
}

/** How many graphemes an excerpt has before the match: few, so that a narrow list shows the match too. */
const graphemesBefore = 8
/** The same, after the match. */
const graphemesAfter = 200

/** The first place of a text that matches a search, in upper or lower case, with what stands around it; null if none does. */
export function excerpt(text: string, search: string): { before: string; match: string; after: string } | null {
  const found = new RegExp(search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu').exec(text)
  if (!found) return null
  const [match] = found
  const earlier = [...graphemes.segment(text.slice(0, found.index))].map(({ segment }) => segment)
  const before = earlier.slice(-graphemesBefore).join('')
  return {
    before: earlier.length > graphemesBefore ? `…${before}` : before,
    match,
    after: cut(text.slice(found.index + match.length), graphemesAfter),
  }
}

/** With the first page of a list: how many rows the list has, exact up to 999; 1000 means more. */
export const Total = z.int().optional()
