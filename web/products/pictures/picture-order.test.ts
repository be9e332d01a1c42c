// @vitest-environment node
import type { Active, Over } from '@dnd-kit/core'
import { describe, expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { announcementsFor, drop } from '#web/products/pictures/picture-order.ts'
import { openPictures } from '#web/products/pictures/pictures.ts'

const image = (name: string): ProductImage => ({
  path: name,
  name,
  url: `/files/${name}`,
  width: 10,
  height: 10,
  thumbnails: {},
})
const open = () =>
  openPictures(
    { upload: () => Promise.reject(), discard: () => Promise.resolve(), preview: () => '', forget: () => {} },
    ['front', 'side', 'back'].map(image),
  )
const active = (id: string) => ({ id }) as Active
const over = (id: string) => ({ id }) as Over

describe('putting pictures in order', () => {
  it('puts a picture where it was dropped, forwards and backwards', () => {
    const pictures = open()
    drop(pictures, 'front', 'back')
    expect(pictures.paths()).toEqual(['side', 'back', 'front'])
    drop(pictures, 'front', 'side')
    expect(pictures.paths()).toEqual(['front', 'side', 'back'])
    expect(pictures.differFrom(['front', 'side', 'back'].map(image))).toBe(false)
  })

  it('moves nothing when a picture is dropped outside the list, on itself or on a removed picture', () => {
    const pictures = open()
    const before = pictures.snapshot()
    for (const place of [undefined, 'front', 'gone']) drop(pictures, 'front', place)
    drop(pictures, 'gone', 'side')
    expect(pictures.snapshot()).toBe(before)
  })

  it('announces each step by name and place', () => {
    const pictures = open()
    const announcements = announcementsFor(pictures.snapshot)
    expect(announcements.onDragStart({ active: active('front') })).toBe('“front” is lifted, place 1 of 3.')
    expect(announcements.onDragOver({ active: active('front'), over: over('back') })).toBe('“front” is over place 3 of 3.')
    expect(announcements.onDragOver({ active: active('front'), over: null })).toBe(undefined)
    announcements.onDragStart({ active: active('front') })
    expect(announcements.onDragOver({ active: active('front'), over: over('front') })).toBe(undefined)
    drop(pictures, 'front', 'back')
    expect(announcements.onDragEnd({ active: active('front'), over: over('back') })).toBe('“front” now has place 3 of 3.')
    expect(announcements.onDragCancel({ active: active('front'), over: null })).toBe('“front” stays at place 3 of 3.')
  })
})
