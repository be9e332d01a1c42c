/** A piece of a message: plain text, or a link. */
export type Piece = { text: string; href?: string }

const address = /\bhttps?:\/\/[^\s<>"'`]+/gi
/** Punctuation that ends a sentence is no part of an address. */
const trailing = /[.,:;!?…'"*_~]+$/

/** Splits text into plain text and web addresses. Other schemes, such as `javascript:`, stay text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutEnd(found)
    const href = addressOf(shown)
    if (!href) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: shown, href })
    from = index + shown.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** A closing bracket belongs to the address only if the address contains its opening one. */
function withoutEnd(found: string): string {
  const cut = found.replace(trailing, '')
  const unbalanced = cut.endsWith(')') && cut.split('(').length < cut.split(')').length
  return unbalanced ? withoutEnd(cut.slice(0, -1)) : cut
}

/** The address as browsers parse it. Null if it is none, or if it has a user name or password, which only serve to deceive. */
function addressOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.hostname !== '' && url.username === '' && url.password === '' ? url.href : null
}

type Url = { hostname: string; username: string; password: string; href: string }
/** Wherever this runs, it is there; but no types of Node or a browser are known here. */
const { URL } = globalThis as unknown as { URL: { new (text: string): Url; canParse: (text: string) => boolean } }

const emoji = /^(?:\p{RGI_Emoji}|\s){1,12}$/v

/** Whether a text is nothing but a few emoji, which are shown large. */
export const isEmojiOnly = (text: string): boolean => text.length <= 60 && emoji.test(text.trim())
