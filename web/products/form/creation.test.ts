// @vitest-environment node
import { expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { openCreation } from '#web/products/form/creation.ts'

const key = '0190b7a4-1111-4222-8333-444455556666'
const image = (name: string) => ({ url: `/files/${name}`, path: name, name, width: 4, height: 3, thumbnails: {} })

/** A form whose server has two pictures under the key; the first `broken` requests for them are lost. */
function formWith({ broken = 0, chosen = 0 } = {}) {
  let lost = broken
  const log = { sentTo: [] as string[], shown: [] as string[], discarded: [] as string[] }
  const calls = {
    uploads: async ({ id }: { id: string }): Promise<ProductImage[]> => {
      if (lost-- > 0) throw new Error('No answer came.')
      return id === `new:${key}` ? [image('a.png'), image('b.png')] : []
    },
    discardImage: async ({ id, path }: { id: string; path: string }) => id === `new:${key}` && log.discarded.push(path),
  }
  const pictures = {
    snapshot: () => Array.from({ length: chosen }, () => ({})),
    sendTo: (id: string) => log.sentTo.push(id),
    restore: (images: readonly ProductImage[]) => log.shown.push(...images.map(({ name }) => name)),
  }
  return { log, creation: openCreation(calls as never, pictures as never) }
}

it('pictures are uploaded before there is a product, under the key that will create it', () => {
  const { log, creation } = formWith()
  creation.begin()
  expect(log.sentTo).toEqual([`new:${creation.key()}`])
})

it('after a reload the product is created under the same key, with the pictures that had arrived', async () => {
  const { log, creation } = formWith()
  creation.begin()
  creation.adopt(key)
  expect([creation.key(), log.sentTo.at(-1)]).toEqual([key, `new:${key}`])
  expect(log.shown).toEqual([])
  await creation.restore()
  expect(log).toMatchObject({ shown: ['a.png', 'b.png'], discarded: [] })
})

it('pictures of the earlier visit are asked for again where the first answer was lost', async () => {
  const { log, creation } = formWith({ broken: 1 })
  creation.adopt(key)
  await creation.restore()
  expect(log.shown).toEqual(['a.png', 'b.png'])
})

it('starting afresh discards the pictures of the earlier visit, and edits no product that it made', async () => {
  const { log, creation } = formWith()
  creation.adopt(key)
  await creation.discard()
  expect(log).toMatchObject({ shown: [], discarded: ['a.png', 'b.png'] })
  expect(creation.key()).not.toBe(key)
  expect(log.sentTo.at(-1)).toBe(`new:${creation.key()}`)
})

it('starting afresh with pictures already chosen keeps the key that they were sent under', async () => {
  const { log, creation } = formWith({ chosen: 1 })
  creation.adopt(key)
  await creation.discard()
  expect(log.discarded).toEqual(['a.png', 'b.png'])
  expect(creation.key()).toBe(key)
})
