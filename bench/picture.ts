import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { call } from './backstall.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { signedIn } from './people.ts'
import { interleave, ratio, timed } from './rounds.ts'
import { idOf } from './seed.ts'
import type { Stage } from './stage.ts'
import type { Effort } from './throughput.ts'

const pictures = 2
const draft = {
  title: 'Photographed',
  description: '',
  price: null,
  category: null,
  sku: null,
  stock: null,
  tags: [],
  attributes: [],
  draft: true,
}

/** A photograph of twelve megapixels and some five megabytes, as a phone takes it. */
async function photograph(): Promise<Buffer> {
  const create = {
    width: 4_000,
    height: 3_000,
    channels: 3 as const,
    background: '#888',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
  }
  return await sharp({ create }).blur(0.6).jpeg({ quality: 90 }).toBuffer()
}

async function upload(port: number, cookie: string, id: string, picture: Buffer): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/products/${id}/images?name=photo.jpg`, {
    method: 'POST',
    headers: { cookie, origin: `http://127.0.0.1:${port}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
  })
  if (!answer.ok) throw new Error(`The picture was refused: ${await answer.text()}`)
  await answer.text()
}

/**
 * Compares sending a photograph to Backstall, until it is stored and its thumbnails are ready, with the picture library alone on the same
 * file.
 */
export async function measurePicture(stage: Stage, _load: LoadGenerator, { rounds }: Effort): Promise<Measured[]> {
  const { port } = stage.backstall
  const [cookie = ''] = await signedIn(stage, [idOf('seller', 3)])
  using folder = mkdtempDisposableSync(join(tmpdir(), 'backstall-picture-'))
  const file = join(folder.path, 'photo.jpg')
  const picture = await photograph()
  writeFileSync(file, picture)
  using alone = fork('bench/floor/sharp-alone.ts')
  const done = await interleave(rounds, {
    sharp: () =>
      timed(pictures, async () => {
        alone.send({ file, folder: folder.path })
        await once(alone, 'message')
      }),
    backstall: async () => {
      const { id } = await call<{ id: string }>(port, cookie, 'products/create', draft)
      return await timed(pictures, () => upload(port, cookie, id, picture))
    },
  })
  const { about, ...measured } = ratio('picture', done, 'backstall', 'sharp', 'p50')
  return [{ ...measured, about: `${(picture.length / 1e6).toFixed(1)} MB; ${about}` }]
}
