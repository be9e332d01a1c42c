// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { isEmojiOnly, piecesOf } from '#domain/linked-text.ts'

const links = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? [])

describe('the text of a message', () => {
  it('keeps every character, whatever becomes a link', () => {
    const text = 'See (https://example.com/a_(b)), then https://example.org/?q=1.\nDone.'
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
    expect(links(text)).toEqual(['https://example.com/a_(b)', 'https://example.org/?q=1'])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'https://',
    'https://user:secret@example.com',
    'ftp://example.com',
    '<a href=x>',
  ])('links nothing dangerous: %s', (text) => expect(links(text)).toEqual([]))

  it('ends an address before quotes, angle brackets and the punctuation that ends a sentence', () => {
    expect(links('<https://example.com/x>"onclick=alert(1)')).toEqual(['https://example.com/x'])
    expect(links('Really https://example.com/x?!')).toEqual(['https://example.com/x'])
  })

  it('is recognised as nothing but a few emoji', () => {
    expect(['👍', '👩‍👩‍👧‍👦 🧵', '🇦🇹'].map(isEmojiOnly)).toEqual([true, true, true])
    expect(['ok 👍', '7', '', '👍'.repeat(13)].map(isEmojiOnly)).toEqual([false, false, false, false])
  })
})
