import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepOnDevice } from '#web/platform/drafts/device-memory.ts'
import { formsKept, keepTyping, keptTyping } from '#web/products/form/kept-forms.ts'
import type { Typing } from '#web/products/form/kept-typing.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})
const typing = (title: string): Typing => ({ version: 1, before: { title: '' }, typed: { title }, pictures: false })
const forNew = { userId: 'anna', productId: null }
const kept = (place: { userId: string; productId: string | null }, entry?: string) =>
  formsKept(place, entry).map(({ typed }) => typed.title)

describe('unsaved input of a form', () => {
  it('is found only by its author and for the same product, and is deleted once saved', () => {
    const at = { userId: 'anna', productId: 'p1', form: 'a' }
    keepTyping(at, typing('Blue teapot'))
    expect(keptTyping(at)).toMatchObject({ version: 1, typed: { title: 'Blue teapot' }, form: 'a' })
    expect(kept({ userId: 'anna', productId: 'p1' })).toEqual(['Blue teapot'])
    for (const place of [
      { userId: 'ben', productId: 'p1' },
      { userId: 'anna', productId: 'p' },
      { userId: 'anna', productId: 'p12' },
      forNew,
    ]) {
      expect(kept(place)).toEqual([])
    }
    keepTyping(at, null)
    expect(kept({ userId: 'anna', productId: 'p1' })).toEqual([])
  })

  it('is neither overwritten nor deleted by another form for the same product', () => {
    keepTyping({ ...forNew, form: 'a' }, typing('Teapot'))
    keepTyping({ ...forNew, form: 'b' }, typing('Kettle'))
    keepTyping({ ...forNew, form: 'b' }, null)
    expect(kept(forNew)).toEqual(['Teapot'])
  })

  it('is found first for the history entry where it was typed, then the newest', () => {
    vi.useFakeTimers()
    for (const [at, title] of ['Oldest', 'Middle', 'Newest'].entries()) {
      vi.setSystemTime(1_000 + at)
      keepTyping({ ...forNew, form: title }, typing(title), `entry of ${title}`)
    }
    expect(kept(forNew)).toEqual(['Newest', 'Middle', 'Oldest'])
    expect(kept(forNew, 'entry of Oldest')).toEqual(['Oldest', 'Newest', 'Middle'])
  })

  it('is found under the former shared name, and ignored where it does not match the schema', () => {
    keepOnDevice('anna', 'new-product', typing('From before'))
    keepOnDevice('anna', 'new-product#a', { typed: { title: 7 } })
    expect(kept(forNew)).toEqual(['From before'])
    keepTyping({ ...forNew, form: '' }, null)
    expect(kept(forNew)).toEqual([])
  })
})
