import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { readInput, storedInputs, storeInput } from '#web/products/form/stored-inputs.ts'
import type { UnsavedInput } from '#web/products/form/unsaved-input.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})
const input = (title: string): UnsavedInput => ({ version: 1, before: { title: '' }, typed: { title }, pictures: false })
const forNew = { userId: 'anna', productId: null }
const stored = (place: { userId: string; productId: string | null }, entry?: string) =>
  storedInputs(place, entry).map(({ typed }) => typed.title)

describe('unsaved input of a form', () => {
  it('is found only by its author and for the same product, and is deleted once saved', () => {
    const at = { userId: 'anna', productId: 'p1', form: 'a' }
    storeInput(at, input('Blue teapot'))
    expect(readInput(at)).toMatchObject({ version: 1, typed: { title: 'Blue teapot' }, form: 'a' })
    expect(stored({ userId: 'anna', productId: 'p1' })).toEqual(['Blue teapot'])
    for (const place of [
      { userId: 'ben', productId: 'p1' },
      { userId: 'anna', productId: 'p' },
      { userId: 'anna', productId: 'p12' },
      forNew,
    ]) {
      expect(stored(place)).toEqual([])
    }
    storeInput(at, null)
    expect(stored({ userId: 'anna', productId: 'p1' })).toEqual([])
  })

  it('is neither overwritten nor deleted by another form for the same product', () => {
    storeInput({ ...forNew, form: 'a' }, input('Teapot'))
    storeInput({ ...forNew, form: 'b' }, input('Kettle'))
    storeInput({ ...forNew, form: 'b' }, null)
    expect(stored(forNew)).toEqual(['Teapot'])
  })

  it('is found first for the history entry where it was typed, then the newest', () => {
    vi.useFakeTimers()
    for (const [at, title] of ['Oldest', 'Middle', 'Newest'].entries()) {
      vi.setSystemTime(1_000 + at)
      storeInput({ ...forNew, form: title }, input(title), `entry of ${title}`)
    }
    expect(stored(forNew)).toEqual(['Newest', 'Middle', 'Oldest'])
    expect(stored(forNew, 'entry of Oldest')).toEqual(['Oldest', 'Newest', 'Middle'])
  })

  it('is found under the former shared name, and ignored where it does not match the schema', () => {
    storeOnDevice('anna', 'new-product', input('From before'))
    storeOnDevice('anna', 'new-product#a', { typed: { title: 7 } })
    expect(stored(forNew)).toEqual(['From before'])
    storeInput({ ...forNew, form: '' }, null)
    expect(stored(forNew)).toEqual([])
  })
})
