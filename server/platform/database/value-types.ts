type Parse = (text: string) => unknown

const asText: Parse = (text) => text
const asBytes: Parse = (text) => Buffer.from(text.slice(2), 'hex')

/** Reads a list as PostgreSQL writes it, such as `{1,2}` or `{"a, b",NULL,{c}}`. */
function listParser(parse: Parse): Parse {
  const item = (text: string) => (text === 'NULL' ? null : parse(text))
  return (text) => {
    if (text === '{}') return []
    if (!text.includes('"') && !text.includes('{', 1)) return text.slice(1, -1).split(',').map(item)
    const outermost: unknown[] = []
    const open = [outermost]
    for (const [token, quoted] of text.matchAll(/"((?:[^"\\]|\\.)*)"|[{}]|[^,{}"]+/gs)) {
      if (token === '{') open.push([])
      else if (token === '}') open.at(-2)?.push(open.pop())
      else if (quoted !== undefined) open.at(-1)?.push(parse(quoted.replace(/\\(.)/gs, '$1')))
      else open.at(-1)?.push(item(token))
    }
    return outermost[0]
  }
}

/**
 * Types that are not read as text, by their numbers in PostgreSQL's catalogue, each with that of its lists. Moments, days, intervals and
 * exact numbers are text, also in lists. int8 is a number: money, positions and counts here stay below 2^53.
 */
const parsers = new Map<number, Parse>()
for (const [parse, types] of [
  [(text) => text === 't', { 16: 1000 }],
  [asBytes, { 17: 1001 }],
  [Number, { 20: 1016, 21: 1005, 23: 1007, 26: 1028, 700: 1021, 701: 1022 }],
  [JSON.parse, { 114: 199, 3802: 3807 }],
  [asText, { 18: 1002, 19: 1003, 25: 1009, 1042: 1014, 1043: 1015, 2950: 2951 }],
] satisfies [Parse, Record<number, number>][])
  for (const [type, list] of Object.entries(types)) {
    parsers.set(Number(type), parse)
    parsers.set(list, listParser(parse))
  }
const textList = listParser(asText)

/** Lists of the types of one database, such as enums, as text of their numbers; and how values of each type are read. */
export function typeParsers(ownLists: string): (type: number) => Parse {
  const own = new Set(textList(ownLists) as string[])
  return (type) => parsers.get(type) ?? (own.has(String(type)) ? textList : asText)
}

const boolean = 16

/** The types of these values where the database might take them for text; null if there are none. */
export const typesOf = (values: readonly unknown[]): number[] | null =>
  values.some((value) => typeof value === 'boolean') ? values.map((value) => (typeof value === 'boolean' ? boolean : 0)) : null

/** A value as it is sent: as text, or as bytes. */
export function valueToSend(value: unknown): string | Buffer | null {
  if (typeof value === 'string' || value === null || Buffer.isBuffer(value)) return value
  if (Array.isArray(value)) return `{${value.map(itemToSend).join(',')}}`
  return value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function itemToSend(item: unknown): string {
  const value = valueToSend(item)
  if (value === null) return 'NULL'
  if (Array.isArray(item)) return String(value)
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
