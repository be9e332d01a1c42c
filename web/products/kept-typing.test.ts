import { afterEach, describe, expect, it } from 'vitest'
import { keepOnDevice } from '#web/app/device-memory.ts'
import { keepTyping, keptTyping, outcomeOf, type Typing, together, typingOf } from '#web/products/kept-typing.ts'
import { emptyValues } from '#web/products/product-form.ts'

afterEach(() => localStorage.clear())
const teapot = { ...emptyValues, title: 'Teapot', price: '10.00', stock: '5' }
const typing = (about: Partial<Typing>): Typing => ({ version: 1, before: {}, typed: {}, pictures: false, ...about })

describe('what was typed and not saved', () => {
  it('is the touched fields alone; nothing typed is nothing kept', () => {
    expect(typingOf(null, emptyValues, emptyValues, true)).toBe(null)
    expect(typingOf(null, emptyValues, { ...emptyValues, title: 'Tea' }, true)).toEqual({
      version: null,
      before: { title: '' },
      typed: { title: 'Tea' },
      pictures: true,
    })
  })

  it('is offered to its author on the same product alone, and gone once saved', () => {
    const at = { userId: 'anna', productId: 'p1' }
    keepTyping(at, typing({ before: { title: 'Teapot' }, typed: { title: 'Blue teapot' } }))
    expect(keptTyping(at)).toMatchObject({ version: 1, typed: { title: 'Blue teapot' } })
    expect(keptTyping({ userId: 'ben', productId: 'p1' })).toBe(null)
    expect(keptTyping({ userId: 'anna', productId: 'p2' })).toBe(null)
    expect(keptTyping({ userId: 'anna', productId: null })).toBe(null)
    keepTyping(at, null)
    expect(keptTyping(at)).toBe(null)
  })

  it('is not offered where it is not what this version writes', () => {
    keepOnDevice('anna', 'new-product', { typed: { title: 7 } })
    expect(keptTyping({ userId: 'anna', productId: null })).toBe(null)
  })

  it('names what going on would change, and what changed elsewhere since', () => {
    const kept = typing({ before: { title: 'Teapot', price: '10.00' }, typed: { title: 'Blue teapot', price: '12.00' } })
    expect(outcomeOf(kept, teapot)).toEqual({ names: ['title', 'price'], clashes: [] })
    expect(outcomeOf(kept, { ...teapot, title: 'Green teapot', stock: '4' })).toEqual({ names: ['title', 'price'], clashes: ['title'] })
    // What was saved from elsewhere is no loss.
    expect(outcomeOf(kept, { ...teapot, title: 'Blue teapot', price: '12.00' })).toEqual({ names: [], clashes: [] })
  })

  it('loses nothing when typing goes on before the offer is answered', () => {
    const earlier = typing({ before: { title: 'Teapot', stock: '5' }, typed: { title: 'Blue teapot', stock: '4' }, pictures: true })
    const later = typing({ version: 2, before: { title: 'Green teapot', sku: '' }, typed: { title: 'Red teapot', sku: 'T1' } })
    expect(together(earlier, later)).toEqual({
      version: 1,
      before: { title: 'Teapot', stock: '5', sku: '' },
      typed: { title: 'Red teapot', stock: '4', sku: 'T1' },
      pictures: true,
    })
    expect(together(null, later)).toEqual(later)
  })
})
