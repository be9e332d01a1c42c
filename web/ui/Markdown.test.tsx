import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import Markdown from '#web/ui/Markdown.tsx'

afterEach(cleanup)
const html = (text: string) => render(<Markdown text={text} />).container.innerHTML

describe('Markdown that strangers write', () => {
  it('is shown formatted', () => {
    const text = '# Teapot\n\n**Thrown** by *hand* with `clay`.\n\n- one\n- two\n\n1. first\n\n> said\n\n[shop](https://example.com)'
    const drawn = html(text)
    for (const part of ['<strong>Thrown</strong>', '<em>hand</em>', '<code>clay</code>', '<li>one</li>', '<ol start="1">', '<blockquote>'])
      expect(drawn).toContain(part)
    expect(drawn).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">shop</a>')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onmouseover="alert(1)">bold</b>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<svg><animate onbegin=alert(1)></svg>',
    '<!-- <script> -->',
  ])('shows %s as plain text', (text) => {
    const { container } = render(<Markdown text={text} />)
    expect(container.querySelectorAll('script, img, b, iframe, svg, [onerror], [onmouseover]')).toHaveLength(0)
    expect(container.textContent?.trim()).toBe(text)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/admin',
    'java\nscript:alert(1)',
  ])('makes no link to %s', (address) => expect(html(`[click](<${address}>) ![pic](<${address}>)`)).not.toMatch(/<a|<img|href/))

  it('loads no picture from other servers', () => {
    const drawn = html('![spy](https://evil.example/pixel.gif)')
    expect(drawn).not.toContain('<img')
    expect(drawn).toContain('spy')
  })

  it('shows characters as they were typed', () => {
    expect(render(<Markdown text={'Salt &amp; pepper, 5 < 6 & 7 > 6'} />).container.textContent).toBe('Salt & pepper, 5 < 6 & 7 > 6')
  })
})
