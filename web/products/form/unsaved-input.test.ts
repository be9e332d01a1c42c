// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Product } from '#domain/product.ts'
import { emptyValues } from '#web/products/form/product-form.ts'
import { inOrder, mergeInputs, outcomeOf, UnsavedInput, unsavedInputOf } from '#web/products/form/unsaved-input.ts'

const key = '0190b7a4-1111-4222-8333-444455556666'
const laterKey = '0190b7a4-1111-4222-8333-444455557777'
const teapot = { ...emptyValues, title: 'Teapot', price: '10.00', stock: '5' }
const input = (about: Partial<UnsavedInput>): UnsavedInput => ({ version: 1, before: {}, typed: {}, pictures: false, ...about })

describe('unsaved input', () => {
  it('contains only the changed fields, and is null without any', () => {
    expect(unsavedInputOf(null, emptyValues, emptyValues, true)).toBe(null)
    expect(unsavedInputOf(null, emptyValues, { ...emptyValues, title: 'Tea' }, true)).toEqual({
      version: null,
      before: { title: '' },
      typed: { title: 'Tea' },
      pictures: true,
    })
  })

  it('of a creation contains its key, also where only pictures were chosen', () => {
    const only = unsavedInputOf(null, emptyValues, emptyValues, true, key)
    expect(only).toMatchObject({ typed: {}, pictures: true, creation: key })
    expect(UnsavedInput.parse(JSON.parse(JSON.stringify(only)))).toEqual(only)
    expect(unsavedInputOf(null, emptyValues, emptyValues, false, key)).toBeNull()
    // An existing product has its pictures on the server.
    expect(unsavedInputOf({ version: 3 } as Product, teapot, teapot, true)).toMatchObject({ version: 3, typed: {}, pictures: true })
    expect(unsavedInputOf({ version: 3 } as Product, teapot, teapot, false)).toBeNull()
    const [a, b] = ['a', 'b'].map((path) =>
      unsavedInputOf({ version: 3 } as Product, teapot, teapot, true, undefined, { paths: [path], unfinished: [{ name: path, at: 0 }] }),
    )
    expect(mergeInputs(a ?? null, b ?? null)).toMatchObject({ paths: ['a', 'b'], unfinished: [{ name: 'a' }, { name: 'b' }] })
    expect(mergeInputs(only, unsavedInputOf(null, emptyValues, { ...emptyValues, title: 'Chair' }, false, key))).toMatchObject({
      typed: { title: 'Chair' },
      pictures: true,
      creation: key,
    })
    const since = unsavedInputOf(null, emptyValues, emptyValues, true, laterKey)
    expect(mergeInputs(only, since)?.creation).toBe(laterKey)
  })

  it('has its images in the order that the seller gave them, and those stored after it last', () => {
    const images = ['a', 'b', 'late', 'c'].map((path) => ({ path, name: `${path}.png` }))
    expect(inOrder(images, { paths: ['c', 'a', 'b'] }).images.map(({ path }) => path)).toEqual(['c', 'a', 'b', 'late'])
    expect(inOrder(images, {})).toEqual({ images, lost: [] })
  })

  it('names the images that did not arrive, and puts one that arrived after it where the seller had it', () => {
    const images = ['b', 'late'].map((path) => ({ path, name: `${path}.png` }))
    const unfinished = ['never.png', 'late.png'].map((name, at) => ({ name, at }))
    const { images: ordered, lost } = inOrder(images, { paths: ['b'], unfinished })
    expect(ordered.map(({ path }) => path)).toEqual(['late', 'b'])
    expect(lost).toEqual(['never.png'])
  })

  it('names the fields that continuing would change, and those that changed elsewhere since', () => {
    const stored = input({ before: { title: 'Teapot', price: '10.00' }, typed: { title: 'Blue teapot', price: '12.00' } })
    expect(outcomeOf(stored, teapot)).toEqual({ names: ['title', 'price'], clashes: [] })
    expect(outcomeOf(stored, { ...teapot, title: 'Green teapot', stock: '4' })).toEqual({ names: ['title', 'price'], clashes: ['title'] })
    // A field saved elsewhere with the same value is no loss.
    expect(outcomeOf(stored, { ...teapot, title: 'Blue teapot', price: '12.00' })).toEqual({ names: [], clashes: [] })
  })

  it('loses nothing when the seller types on before answering the offer', () => {
    const earlier = input({ before: { title: 'Teapot', stock: '5' }, typed: { title: 'Blue teapot', stock: '4' }, pictures: true })
    const later = input({ version: 2, before: { title: 'Green teapot', sku: '' }, typed: { title: 'Red teapot', sku: 'T1' } })
    expect(mergeInputs(earlier, later)).toEqual({
      version: 1,
      before: { title: 'Teapot', stock: '5', sku: '' },
      typed: { title: 'Red teapot', stock: '4', sku: 'T1' },
      pictures: true,
    })
    expect(mergeInputs(null, later)).toEqual(later)
  })
})
