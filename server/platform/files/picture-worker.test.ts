import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureOf } from '#server/platform/files/picture-worker.ts'
import { readOf } from '#server/testing/process.ts'
import { testFolder } from '#server/testing/worker.ts'

/** The pids of this test's own picture processes. */
const workers = () =>
  readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) =>
        readOf(pid, 'cmdline').includes('picture-process') && readOf(pid, 'stat').split(') ')[1]?.split(' ')[1] === String(process.pid),
    )

async function aFile(width: number): Promise<string> {
  const file = join(testFolder(), 'photo')
  await writeFile(
    file,
    await sharp({ create: { width, height: width, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 90, sigma: 40 } } })
      .jpeg()
      .toBuffer(),
  )
  return file
}

const killWorkers = () => {
  for (const pid of workers()) process.kill(pid, 'SIGKILL')
}

test('pictures are processed in a separate process, without the secrets of the server', async () => {
  // Those of other tests in this process.
  killWorkers()
  await expect.poll(workers).toEqual([])
  const picture = await pictureOf(await aFile(500), 'image/jpeg')
  expect(picture).toMatchObject({ width: 500, height: 500 })
  expect(await sharp(picture.original).metadata()).toMatchObject({ format: 'jpeg', width: 500 })
  expect(picture.thumbnails.map(({ width }) => width)).toEqual([640, 160])
  const [pid = 0, ...others] = workers()
  expect(others).toEqual([])
  expect(
    readOf(pid, 'environ')
      .split('\0')
      .filter(Boolean)
      .map((line) => line.split('=')[0]),
  ).not.toEqual(expect.arrayContaining(['PATH']))
})

test('a picture that kills its reader again and again is broken; the server lives, and the next picture is read', async () => {
  const file = await aFile(1_500)
  const killing = setInterval(killWorkers, 10)
  const doomed = [pictureOf(file, 'image/jpeg'), pictureOf(file, 'image/jpeg')]
  await Promise.all(doomed.map((each) => expect(each).rejects.toMatchObject({ code: 'image-broken', field: 'images' })))
  clearInterval(killing)
  expect(await pictureOf(await aFile(50), 'image/jpeg')).toMatchObject({ width: 50 })
})

test('a picture whose reader was killed by another is read after all', async () => {
  const file = await aFile(1_500)
  const both = [pictureOf(file, 'image/jpeg'), pictureOf(file, 'image/jpeg')]
  killWorkers()
  expect((await Promise.all(both)).map(({ width }) => width)).toEqual([1_500, 1_500])
})
