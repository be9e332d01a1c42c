/** Latin letters with what looks like them, in lower case: Greek, Cyrillic and Armenian letters, small capitals, digits and signs. */
const lookalikes: Record<string, string> = {
  a: 'αаɑᴀ4@',
  b: 'βвьʙ8',
  c: 'ϲсᴄ',
  d: 'đԁдᴅ',
  e: 'εеєᴇ3€',
  f: 'ғꜰ',
  g: 'ɡԍɢ',
  h: 'һнʜ',
  // A capital I looks like a small L.
  i: 'ıιіӏl1|!ɪʟł',
  j: 'ϳјᴊ',
  k: 'κкᴋ',
  m: 'μмᴍ',
  n: 'ηпиոɴ',
  o: 'øοоօᴏ0',
  p: 'ρрᴘ',
  q: 'ԛ',
  r: 'гяʀ',
  s: 'σςѕꜱ5$',
  t: 'τтᴛ7',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ωԝᴡ',
  x: 'χх',
  y: 'γуʏ',
  z: 'ζᴢ',
}
/** Greek capitals that look like another letter than their small form. */
const capitals: Record<string, string> = { Η: 'h', Ν: 'n', Υ: 'y' }
const latin = new Map(Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter])))

/** The letters of a text as a reader sees them: without case, accents, spaces, punctuation and invisible characters. */
const folded = (text: string): string =>
  [...text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')]
    .map((char) => capitals[char] ?? latin.get(char.toLowerCase()) ?? char.toLowerCase())
    .join('')
    .replace(/\P{L}/gu, '')
    .replaceAll('rn', 'm')

/** Names of those who act for the marketplace. */
const staff = [
  'admin',
  'administrator',
  'moderator',
  'staff',
  'support',
  'help desk',
  'customer service',
  'customer care',
  'system',
  'Backstall',
]
/** Words that make no other name of these. */
const besides = ['team', 'the', 'official', 'seller', 'customer', 'desk', 'live', 'chat', 'of', 'at']

/**
 * True if a seller with this name could be taken for the staff (product §2): the whole name is a word such as "Support", or the name of the
 * marketplace or of the product, however it is written, also with words such as "team" beside it. "Ada Support Ltd" is an ordinary name.
 */
export function isReservedName(name: string, marketplaceName: string): boolean {
  const anyOf = (words: string[]) => words.map(folded).filter(Boolean).join('|')
  const reserved = `(?:${anyOf([...staff, marketplaceName])})s?`
  const whole = new RegExp(`^(?:${anyOf(besides)})*${reserved}(?:${reserved}|${anyOf(besides)})*$`, 'u')
  // "Adm!n" and "Admin!": a digit or sign may be meant as a letter or not.
  const withoutEnd = name.replace(/\P{L}+$/u, '')
  return [name, withoutEnd, withoutEnd.replace(/^\P{L}+/u, '')].some((text) => whole.test(folded(text)))
}
