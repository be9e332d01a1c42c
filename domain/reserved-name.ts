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

/** Letters in circles and squares, and those of flags, that have no plain form in Unicode: each row begins with A. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6]

function letterOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const row = enclosed.find((first) => code >= first && code < first + 26)
  if (row !== undefined) return String.fromCodePoint(0x61 + code - row)
  return capitals[char] ?? latin.get(char.toLowerCase()) ?? char.toLowerCase()
}

/** The letters of a text as a reader sees them: without case, accents, spaces, punctuation and invisible characters. */
const folded = (text: string): string =>
  [...text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')]
    .map(letterOf)
    .join('')
    .replace(/\P{L}/gu, '')
    .replaceAll('rn', 'm')

/** Names of those who act for the marketplace. */
const staff = ['admin', 'administrator', 'moderator', 'staff', 'support', 'help desk', 'customer service', 'customer care', 'Backstall']
  .map(folded)
  .flatMap((word) => [word, `${word}s`])
/** Words that make no other name of these. */
const besides = ['team', 'the', 'official', 'verified', 'seller', 'customer', 'account', 'desk', 'live', 'chat', 'of', 'at']
  .concat(['agent', 'service', 'department', 'technical', 'site', 'center', 'centre'])
  .map(folded)

/**
 * True if a seller with this name could be taken for the staff (product §2): the whole name is a word such as "Support", or the name of the
 * marketplace or of the product, however it is written, also with words such as "team" beside it. "Ada Support Ltd" is an ordinary name.
 */
export function isReservedName(name: string, marketplaceName: string): boolean {
  const reserved = [...staff, folded(marketplaceName)].filter(Boolean)
  // "Adm!n" and "Admin!": a digit or sign may be meant as a letter or not.
  const withoutEnd = name.replace(/\P{L}+$/u, '')
  return [name, withoutEnd, withoutEnd.replace(/^\P{L}+/u, '')].some((text) => isMadeOf(folded(text), reserved))
}

/** True if the text is a row of these words and those of `besides`, at least one of these. */
function isMadeOf(text: string, reserved: readonly string[]): boolean {
  /** The places where a row of words from the beginning can end, without a reserved one. */
  const without = new Set([0])
  /** The same, with a reserved one. */
  const withOne = new Set<number>()
  for (let at = 0; at < text.length; at += 1) {
    const endsOf = (words: readonly string[]) => words.filter((word) => text.startsWith(word, at)).map((word) => at + word.length)
    if (without.has(at)) for (const end of endsOf(besides)) without.add(end)
    if (withOne.has(at)) for (const end of endsOf(besides)) withOne.add(end)
    if (without.has(at) || withOne.has(at)) for (const end of endsOf(reserved)) withOne.add(end)
  }
  return withOne.has(text.length)
}
