// @vitest-environment node
import { expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { openCreation, openEdit } from '#web/products/form/creation.ts'

const key = '0190b7a4-1111-4222-8333-444455556666'
const image = (name: string) => ({ url: `/files/${name}`, path: name, name, width: 4, height: 3, thumbnails: {} })

/** A form whose server has two pictures under the key. */
function formWith() {
  const log = { sentTo: [] as string[], shown: [] as string[], discarded: [] as string[] }
  const calls = {
    uploads: async ({ id }: { id: string }): Promise<ProductImage[]> => (id === `new:${key}` ? [image('a.png'), image('b.png')] : []),
    discardImage: async ({ id, path }: { id: string; path: string }) => id === `new:${key}` && log.discarded.push(path),
  }
  const pictures = {
    sendTo: (id: string) => log.sentTo.push(id),
    moveTo: (id: string) => log.sentTo.push(id),
    restore: (images: readonly ProductImage[]) => log.shown.push(...images.map(({ name }) => name)),
  }
  return { log, creation: openCreation(calls as never, pictures as never) }
}

it('pictures are uploaded before there is a product, under the key that will create it', () => {
  const { log, creation } = formWith()
  creation.begin()
  expect(log.sentTo).toEqual([`new:${creation.key()}`])
})

it('a seller who continues creates the product under the former key, with the pictures that had arrived', async () => {
  const { log, creation } = formWith()
  creation.begin()
  const earlier = creation.earlier(key)
  earlier.goOn(await earlier.arrived())
  expect([creation.key(), log.sentTo.at(-1)]).toEqual([key, `new:${key}`])
  expect(log).toMatchObject({ shown: ['a.png', 'b.png'], discarded: [] })
})

it('starting afresh discards the pictures of the earlier visit, and edits no product that it made', async () => {
  const { log, creation } = formWith()
  creation.begin()
  await creation.earlier(key).discard()
  expect(log).toMatchObject({ shown: [], discarded: ['a.png', 'b.png'] })
  expect(creation.key()).not.toBe(key)
  expect(log.sentTo).toEqual([`new:${creation.key()}`])
})

it('a form of an existing product continues with what was chosen before a reload; starting afresh keeps what is chosen now', async () => {
  const discarded: string[] = []
  const calls = {
    uploads: async () => [image('a.png'), image('b.png')],
    discardImage: async ({ path }: { path: string }) => discarded.push(path),
  }
  const shown: string[] = []
  const pictures = { restore: (images: readonly ProductImage[]) => shown.push(...images.map(({ name }) => name)), paths: () => ['b.png'] }
  const edit = openEdit(calls as never, pictures as never, 'p')
  edit.goOn(await edit.arrived())
  expect(shown).toEqual(['a.png', 'b.png'])
  await edit.discard()
  expect(discarded).toEqual(['a.png'])
})

it('a form of an existing product neither shows nor discards what was chosen in another open form', async () => {
  const discarded: string[] = []
  const calls = {
    uploads: async () => [image('a.png'), image('theirs.png')],
    discardImage: async ({ path }: { path: string }) => discarded.push(path),
  }
  const edit = openEdit(calls as never, { restore: () => 0, paths: () => [] } as never, 'p')
  expect((await edit.arrived(['a.png', 'gone.png'])).map(({ path }) => path)).toEqual(['a.png'])
  await edit.discard(['a.png', 'gone.png'])
  expect(discarded).toEqual(['a.png'])
})
