import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from '#web/ui/copy-text.ts'
import { dismissToasts, toasts } from '#web/ui/toasts.ts'

const said = { copied: 'Copied.', byHand: 'Copy it yourself.' }
const shown = (html: string): HTMLElement => {
  document.body.innerHTML = html
  return document.body
}

afterEach(() => {
  vi.unstubAllGlobals()
  dismissToasts()
})
const told = () => toasts.read().map(({ text }) => text)

it('a person with https has the text in the clipboard', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => written.push(text) } })
  expect(await copyText('abc', shown('<ul><li>abc</li></ul>'), said)).toBe(true)
  expect(written).toEqual(['abc'])
  expect(told()).toEqual(['Copied.'])
  expect(String(getSelection())).toBe('')
})

it('a person without https finds what is shown selected, in a field or not', async () => {
  expect(await copyText('abc', shown('<ul><li>abc</li></ul>'), said)).toBe(false)
  expect(String(getSelection())).toBe('abc')
  const input = shown('<input value="abc">').querySelector('input')
  await copyText('abc', document.body, said)
  expect([input?.selectionStart, input?.selectionEnd]).toEqual([0, 3])
  expect(told()).toEqual(['Copy it yourself.', 'Copy it yourself.'])
})
