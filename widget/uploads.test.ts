// @vitest-environment node
import { expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { Refusal } from './refusal.ts'
import { isRefused, openUploads } from './uploads.ts'

const file = (name: string, type = 'image/png') => new File(['x'], name, { type })

it('files that were refused leave their places to others', async () => {
  const upload = async ({ name }: File) => {
    if (name.startsWith('bad')) throw new Refusal('This file is no picture.', 'attachment-type', 415)
    return { name } as never
  }
  const uploads = openUploads({ upload, start: async () => {} } as never, () => {})
  uploads.add([file('page.html', 'text/html'), file('bad-1.png'), file('bad-2.png'), file('1.png'), file('2.png')])
  await expect.poll(() => uploads.read().filter(isRefused)).toHaveLength(3)
  uploads.add(Array.from({ length: limits.chat.attachmentsMax - 1 }, (_, at) => file(`${at + 3}.png`)))
  expect(uploads.read().filter((one) => !isRefused(one))).toHaveLength(limits.chat.attachmentsMax)
  expect(uploads.read().at(-1)?.problem).toBe('A message can have at most 5 files.')
})
