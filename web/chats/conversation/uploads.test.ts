// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Attachment } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { isRefused, openUploads, type Send } from '#web/chats/conversation/uploads.ts'
import { UploadError } from '#web/platform/uploads/upload-file.ts'

const file = (name: string, type = 'image/png', size = 9) => Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
const attachment = (name: string): Attachment => ({
  url: `/files/${name}`,
  path: `chats/c/1_${name}`,
  name,
  contentType: 'image/png',
  bytes: 9,
  width: 1,
  height: 1,
  thumbnails: {},
})

/** Uploads whose answers the test controls. */
function lineOf() {
  const waiting: { name: string; about: Parameters<Send>[1]; arrive: () => void; fail: (why: Error) => void }[] = []
  const send: Send = ({ name }, about) =>
    new Promise((arrive, fail) => waiting.push({ name, about, arrive: () => arrive(attachment(name)), fail }))
  return { uploads: openUploads(send), waiting, last: () => waiting.at(-1) }
}

describe('the files of a message that is being written', () => {
  it('show their progress until they are stored', async () => {
    const { uploads, last } = lineOf()
    uploads.add([file('lamp.png')])
    last()?.about.onProgress(0.5)
    expect(uploads.read()).toMatchObject([{ name: 'lamp.png', phase: 'sending', share: 0.5 }])
    last()?.about.onPause('')
    expect(uploads.read()).toMatchObject([{ phase: 'paused' }])
    last()?.arrive()
    await expect.poll(() => uploads.read()).toMatchObject([{ phase: 'stored', attachment: { name: 'lamp.png' } }])
  })

  it('are refused at once where they are too many, too large or of a wrong type, and are not sent', () => {
    const { uploads, waiting } = lineOf()
    uploads.add([file('page.html', 'text/html'), file('huge.png', 'image/png', limits.chat.bytesMax + 1)])
    expect(uploads.read().map(({ problem }) => problem)).toEqual([
      'Only images and PDF files can be attached.',
      'This file is larger than 10 MiB.',
    ])
    uploads.clear()
    uploads.add(Array.from({ length: limits.chat.attachmentsMax + 1 }, (_, at) => file(`${at}.png`)))
    expect(uploads.read().at(-1)?.problem).toBe('A message has at most 5 files.')
    expect(waiting).toHaveLength(limits.chat.attachmentsMax)
  })

  it('leave their places to others where they were refused', () => {
    const { uploads } = lineOf()
    uploads.add([file('page.html', 'text/html'), ...Array.from({ length: limits.chat.attachmentsMax }, (_, at) => file(`${at}.png`))])
    expect(
      uploads
        .read()
        .filter(isRefused)
        .map(({ name }) => name),
    ).toEqual(['page.html'])
  })

  it('can be tried again after a failure, unless that cannot help', async () => {
    const { uploads, last, waiting } = lineOf()
    uploads.add([file('lamp.png')])
    last()?.fail(new UploadError('storage/retry-limit-exceeded', 'It did not get through.', { again: true }))
    await expect.poll(() => uploads.read()).toMatchObject([{ phase: 'failed', problem: 'It did not get through.', again: true }])
    uploads.retry(uploads.read()[0]?.key ?? '')
    expect(waiting).toHaveLength(2)
    last()?.fail(new UploadError('attachment-type', 'This is no picture.', { again: false }))
    await expect.poll(() => uploads.read()).toMatchObject([{ phase: 'failed', problem: 'This is no picture.', again: false }])
  })

  it('stop uploading when they are removed', () => {
    const { uploads, last } = lineOf()
    uploads.add([file('lamp.png')])
    uploads.remove(uploads.read()[0]?.key ?? '')
    expect(last()?.about.signal.aborted).toBe(true)
    expect(uploads.read()).toEqual([])
  })
})
