// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { UploadError } from '#web/platform/uploads/upload-file.ts'
import { openPictures, type PictureSource } from '#web/products/pictures/pictures.ts'

const image = (name: string): ProductImage => ({
  url: `/files/products/p/${name}`,
  path: `products/p/${name}`,
  name,
  width: 4,
  height: 3,
  thumbnails: {},
})
const photo = (name: string, bytes = 3, type = 'image/jpeg') => {
  const file = new File(['x'.repeat(Math.min(bytes, 3))], name, { type })
  if (bytes !== 3) Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const photos = (count: number) => Array.from({ length: count }, (_, at) => photo(`${at + 1}.jpg`))

/** A source whose uploads end when the test says so. */
function uploadsByHand() {
  const open = new Map<string, { stored: () => void; failed: (error: Error) => void; progress: (share: number) => unknown }>()
  const log = { uploads: [] as string[], discarded: [] as string[], forgotten: [] as string[], most: 0 }
  const source: PictureSource = {
    upload: (_id, file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        log.uploads.push(file.name)
        const end = (how: () => void) => () => {
          open.delete(file.name)
          how()
        }
        signal.addEventListener(
          'abort',
          end(() => reject(signal.reason)),
        )
        open.set(file.name, {
          stored: end(() => resolve(image(file.name))),
          failed: (error) => end(() => reject(error))(),
          progress: onProgress,
        })
        log.most = Math.max(log.most, open.size)
      }),
    discard: async (_id, path) => log.discarded.push(path),
    preview: (file) => `blob:${file.name}`,
    forget: (preview) => log.forgotten.push(preview),
  }
  const finish = async (name: string, error?: Error) => {
    const upload = open.get(name)
    if (!upload) throw new Error(`${name} is not on its way`)
    if (error) upload.failed(error)
    else upload.stored()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { source, open, log, finish }
}

describe('the pictures of a form', () => {
  it('continue with those stored before the form was lost: shown, never uploaded again, discarded when removed', async () => {
    const { source, log } = uploadsByHand()
    const pictures = openPictures(source, [], [image('1.jpg'), image('2.jpg')])
    expect(pictures.differFrom([])).toBe(true)
    pictures.sendTo('p')
    pictures.remove('products/p/1.jpg')
    expect(await pictures.settled()).toBe('stored')
    expect(pictures.paths()).toEqual(['products/p/2.jpg'])
    expect(log).toMatchObject({ uploads: [], discarded: ['products/p/1.jpg'] })
  })

  it('come back before those chosen since, each once and never more than fit', () => {
    const { source } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(8))
    expect(pictures.restore([image('a.jpg'), image('b.jpg'), image('c.jpg')])).toBe(1)
    expect(pictures.restore([image('a.jpg')])).toBe(0)
    expect(pictures.snapshot().map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', ...photos(8).map(({ name }) => name)])
  })

  it('of an earlier visit to a product come back behind its own, so that the cover stays', () => {
    const pictures = openPictures(uploadsByHand().source, [image('cover.jpg')])
    expect(pictures.addsTo([image('cover.jpg')])).toBe(false)
    pictures.add(photos(1))
    expect(pictures.addsTo([image('cover.jpg')])).toBe(true)
    pictures.restore([image('a.jpg')])
    expect(pictures.snapshot().map(({ name }) => name)).toEqual(['cover.jpg', 'a.jpg', '1.jpg'])
  })

  it('are told apart by whether they were stored, and one that was refused is neither', async () => {
    const { source, finish } = uploadsByHand()
    const pictures = openPictures(source, [image('cover.jpg')])
    pictures.sendTo('p')
    pictures.add(photos(3))
    await finish('1.jpg', new UploadError('unknown', 'No picture.', { again: false }))
    await finish('3.jpg')
    expect(pictures.beyond([image('cover.jpg')])).toEqual({ paths: ['products/p/3.jpg'], unfinished: [{ name: '2.jpg', at: 0 }] })
  })

  it('chosen before the seller continued an earlier creation are sent again to that one', async () => {
    const { source, log, finish } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.sendTo('new:2')
    pictures.add(photos(2))
    await finish('1.jpg')
    pictures.moveTo('new:1')
    expect(log.discarded).toEqual(['products/p/1.jpg'])
    await new Promise((resolve) => setTimeout(resolve))
    expect(log.uploads).toEqual(['1.jpg', '2.jpg', '1.jpg', '2.jpg'])
    pictures.restore([image('earlier')])
    await finish('1.jpg')
    await finish('2.jpg')
    pictures.restore([image('earlier'), image('1.jpg')])
    expect(pictures.paths()).toEqual(['products/p/earlier', 'products/p/1.jpg', 'products/p/2.jpg'])
  })

  it('are shown at once, and not uploaded before the product exists', () => {
    const { source, log } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(2))
    expect(pictures.snapshot().map(({ name, preview, phase }) => ({ name, preview, phase }))).toEqual([
      { name: '1.jpg', preview: 'blob:1.jpg', phase: 'waiting' },
      { name: '2.jpg', preview: 'blob:2.jpg', phase: 'waiting' },
    ])
    expect(log.uploads).toEqual([])
  })

  it('are uploaded three at a time', async () => {
    const { source, log, finish } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(5))
    pictures.sendTo('p')
    expect(log.uploads).toEqual(['1.jpg', '2.jpg', '3.jpg'])
    await finish('2.jpg')
    expect(log.uploads).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
    const settled = pictures.settled()
    for (const name of ['1.jpg', '3.jpg', '4.jpg', '5.jpg']) await finish(name)
    expect(await settled).toBe('stored')
    expect(log.most).toBe(limits.upload.atOnce)
    expect(pictures.paths()).toEqual(photos(5).map(({ name }) => `products/p/${name}`))
  })

  it('are uploaded after a failure only where they are missing', async () => {
    const { source, log, finish } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(3))
    pictures.sendTo('p')
    const first = pictures.settled()
    await finish('1.jpg')
    await finish('2.jpg', new UploadError('storage/retry-limit-exceeded', 'The line broke.', { again: true }))
    await finish('3.jpg')
    expect(await first).toBe('failed')
    expect(pictures.snapshot().map(({ phase, problem }) => [phase, problem])).toEqual([
      ['stored', null],
      ['failed', 'The line broke.'],
      ['stored', null],
    ])
    pictures.retry()
    const second = pictures.settled()
    await finish('2.jpg')
    expect(await second).toBe('stored')
    expect(log.uploads).toEqual(['1.jpg', '2.jpg', '3.jpg', '2.jpg'])
    expect(pictures.paths()).toEqual(['products/p/1.jpg', 'products/p/2.jpg', 'products/p/3.jpg'])
  })

  it('are not uploaded again where a file is no picture', async () => {
    const { source, log, finish } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(1))
    pictures.sendTo('p')
    await finish('1.jpg', new UploadError('image-type', 'No picture.', { again: false }))
    pictures.retry()
    expect(log.uploads).toEqual(['1.jpg'])
    expect(pictures.snapshot()[0]).toMatchObject({ phase: 'failed', problem: 'No picture.', again: false })
  })

  it('have the first as their cover that was not refused for good', async () => {
    const { source, finish } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(2))
    pictures.sendTo('p')
    expect(pictures.cover()?.name).toBe('1.jpg')
    await finish('2.jpg')
    await finish('1.jpg', new UploadError('image-type', 'No picture.', { again: false }))
    expect(pictures.cover()?.name).toBe('2.jpg')
  })

  it('stop on cancel, keep what is stored, and continue from there', async () => {
    const { source, log, open, finish } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.add(photos(4))
    pictures.sendTo('p')
    const settled = pictures.settled()
    await finish('1.jpg')
    pictures.stop()
    expect(await settled).toBe('stopped')
    expect(open.size).toBe(0)
    expect(pictures.snapshot().map(({ phase }) => phase)).toEqual(['stored', 'waiting', 'waiting', 'waiting'])
    await new Promise((resolve) => setTimeout(resolve))
    expect(log.uploads).toHaveLength(4)
    pictures.sendTo('p')
    const again = pictures.settled()
    for (const name of ['2.jpg', '3.jpg', '4.jpg']) await finish(name)
    expect(await again).toBe('stored')
    expect(log.uploads.filter((name) => name === '1.jpg')).toHaveLength(1)
    expect(log.discarded).toEqual([])
  })

  it('are discarded when removed before saving, but never where the product names them', async () => {
    const { source, log, finish } = uploadsByHand()
    const pictures = openPictures(source, [image('old.jpg')])
    pictures.sendTo('p')
    pictures.add(photos(1))
    await finish('1.jpg')
    for (const { key } of pictures.snapshot()) pictures.remove(key)
    expect(pictures.snapshot()).toEqual([])
    expect(log.discarded).toEqual(['products/p/1.jpg'])
  })

  it('cancel their upload when removed', async () => {
    const { source, log, open } = uploadsByHand()
    const pictures = openPictures(source)
    pictures.sendTo('p')
    pictures.add(photos(4))
    const [first] = pictures.snapshot()
    pictures.remove(first?.key ?? '')
    expect([...open.keys()]).toEqual(['2.jpg', '3.jpg', '4.jpg'])
    expect(log.forgotten).toEqual(['blob:1.jpg'])
  })

  it('refuse the eleventh, a file that is too large, and one that is no picture, by name', () => {
    const { source } = uploadsByHand()
    const pictures = openPictures(source)
    const refused = pictures.add([
      photo('huge.jpg', limits.image.bytesMax + 1),
      photo('notes.pdf', 3, 'application/pdf'),
      photo('drawing.svg', 3, 'image/svg+xml'),
      photo('nothing.jpg', 0),
      ...photos(11),
    ])
    expect(refused).toEqual([
      { name: 'huge.jpg', problem: 'image-bytes' },
      { name: 'notes.pdf', problem: 'image-type' },
      { name: 'drawing.svg', problem: 'image-type' },
      { name: 'nothing.jpg', problem: 'empty' },
      { name: '11.jpg', problem: 'too-many' },
    ])
    expect(pictures.snapshot()).toHaveLength(10)
  })

  it('are put in order by the seller, the first being the cover', () => {
    const { source } = uploadsByHand()
    const pictures = openPictures(source, [image('a'), image('b'), image('c')])
    pictures.move('products/p/c', 0)
    expect(pictures.paths()).toEqual(['products/p/c', 'products/p/a', 'products/p/b'])
    pictures.move('products/p/c', 1)
    pictures.move('products/p/b', 3)
    expect(pictures.paths()).toEqual(['products/p/a', 'products/p/c', 'products/p/b'])
    expect(pictures.differFrom([image('a'), image('b'), image('c')])).toBe(true)
    pictures.move('products/p/b', 1)
    expect(pictures.differFrom([image('a'), image('b'), image('c')])).toBe(false)
  })
})
