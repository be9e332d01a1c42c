// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { type Answer, NetworkFailure, type SendAbout } from '#web/platform/uploads/send-file.ts'
import { digestOf } from '#web/platform/uploads/transfer.ts'
import { type UploadDependencies, uploadFile } from '#web/platform/uploads/upload-file.ts'

const file = new File(['0123456789'], 'letters.jpg', { type: 'image/jpeg' })
const stored: Answer = { status: 200, body: 'stored', retryAfter: null }
const refused = (status: number, code: string): Answer => ({ status, body: { error: `sentence of ${code}`, code }, retryAfter: null })

type Sent = { url: string; text: string } & Pick<SendAbout, 'method' | 'headers'>

/** A connection on which each attempt gets the next of `answers`; the test sets how much has arrived. */
function connectionOf(...answers: (Answer | 'broken')[]) {
  const sent: Sent[] = []
  const shares: number[] = []
  let keys = 0
  const outside: UploadDependencies = {
    now: () => 0,
    random: () => 0,
    sleep: async () => {},
    online: async () => {},
    sizeOf: async () => null,
    newKey: () => `key-${++keys}`,
    digest: vi.fn(async () => 'sha-256=:hash:'),
    ask: vi.fn(async () => ({ offset: 0, isComplete: false })),
    send: async (url, part, { method, headers, onProgress }) => {
      sent.push({ url, text: await part.text(), method, headers })
      onProgress(0.5)
      const answer = answers.shift() ?? 'broken'
      if (answer === 'broken') throw new NetworkFailure('No answer came.')
      return answer
    },
  }
  const about = { signal: new AbortController().signal, onProgress: (share: number) => shares.push(share), onPause: () => {} }
  return { outside, sent, shares, upload: () => uploadFile('/api/x?name=a', file, (body) => body, about, outside) }
}

describe('an upload whose connection breaks', () => {
  it('is sent whole first, with its checksum, and then continues with what the server lacks', async () => {
    const { outside, sent, shares, upload } = connectionOf('broken', stored)
    outside.ask = async () => ({ offset: 6, isComplete: false })
    expect(await upload()).toBe('stored')
    const [first, second] = sent
    expect(first).toMatchObject({ url: '/api/x?name=a&upload=key-1', text: '0123456789', headers: { 'Repr-Digest': 'sha-256=:hash:' } })
    expect(first?.headers).not.toHaveProperty('Upload-Offset')
    const rest = { 'Repr-Digest': 'sha-256=:hash:', 'Upload-Offset': '6' }
    expect(second).toEqual({ url: '/api/x?name=a&upload=key-1', text: '6789', method: 'PATCH', headers: rest })
    // Half of the rest is eight of ten.
    expect(shares).toEqual([0.5, 0.8])
  })

  it('starts again under the same name where nothing of it arrived, as on another node', async () => {
    const { sent, upload } = connectionOf('broken', stored)
    await upload()
    expect(sent.map(({ text, method, url }) => [text, method ?? 'POST', url])).toEqual(
      Array(2).fill(['0123456789', 'POST', '/api/x?name=a&upload=key-1']),
    )
  })

  it('sends nothing more where all of it is stored and only the answer was lost', async () => {
    const { outside, sent, upload } = connectionOf('broken', stored)
    outside.ask = async () => ({ offset: 0, isComplete: true })
    expect(await upload()).toBe('stored')
    expect(sent[1]).toMatchObject({ text: '', method: 'PATCH', headers: { 'Upload-Offset': '0' } })
  })

  it('asks again where another request is still writing it', async () => {
    const { outside, upload } = connectionOf('broken', refused(409, 'upload-moved'), stored)
    expect(await upload()).toBe('stored')
    expect(outside.ask).toHaveBeenCalledTimes(2)
  })

  it('gets the sentence why it may not continue, and keeps the last cause where the server cannot be asked', async () => {
    const signedOut = connectionOf('broken', refused(401, 'unauthenticated'))
    signedOut.outside.ask = async () => ({ status: 401, retryAfter: null })
    await expect(signedOut.upload()).rejects.toMatchObject({ code: 'unauthenticated', message: 'sentence of unauthenticated' })
    const down = connectionOf(refused(503, 'unavailable'))
    down.outside.ask = async () => ({ status: 503, retryAfter: '3600' })
    await expect(down.upload()).rejects.toMatchObject({ code: 'storage/retry-limit-exceeded', message: 'sentence of unavailable' })
    expect(down.sent).toHaveLength(1)
  })
})

describe.each([403, 405, 501])('where a proxy answers %i to what it does not know', (status) => {
  const blocked: Answer = { status, body: null, retryAfter: null }
  const sentBy = (sent: Sent[]) => sent.map(({ text, method, url }) => [method ?? 'POST', url.replace(/.*upload=/, ''), text])
  const whole = '0123456789'

  it('a file goes whole under another name when the server cannot be asked what arrived, and a part of it is there', async () => {
    const { outside, sent, upload } = connectionOf('broken', refused(409, 'upload-moved'), 'broken', refused(409, 'upload-moved'), stored)
    outside.ask = async () => ({ status, retryAfter: null })
    expect(await upload()).toBe('stored')
    expect(sentBy(sent)).toEqual(['key-1', 'key-1', 'key-2', 'key-2', 'key-3'].map((key) => ['POST', key, whole]))
  })

  it('a file that is stored is answered under its name, though the server cannot be asked for it, so that there is no second', async () => {
    const { outside, sent, upload } = connectionOf('broken', stored)
    outside.ask = async () => ({ status, retryAfter: null })
    expect(await upload()).toBe('stored')
    expect(sentBy(sent)).toEqual(Array(2).fill(['POST', 'key-1', whole]))
  })

  it('a file goes whole under another name when the rest of it may not be sent, with its own share of progress', async () => {
    const { outside, sent, shares, upload } = connectionOf('broken', blocked, stored)
    outside.ask = async () => ({ offset: 6, isComplete: false })
    expect(await upload()).toBe('stored')
    expect(sentBy(sent)).toEqual([
      ['POST', 'key-1', whole],
      ['PATCH', 'key-1', '6789'],
      ['POST', 'key-2', whole],
    ])
    expect(sent[2]?.headers).toEqual({ 'Repr-Digest': 'sha-256=:hash:' })
    expect(shares).toEqual([0.5, 0.8, 0.5])
  })

  it('a file that is stored already is asked for under its own name when no rest may be sent', async () => {
    const { outside, sent, upload } = connectionOf('broken', blocked, stored)
    outside.ask = async () => ({ offset: 0, isComplete: true })
    expect(await upload()).toBe('stored')
    expect(sentBy(sent)).toEqual([
      ['POST', 'key-1', whole],
      ['PATCH', 'key-1', ''],
      ['POST', 'key-1', whole],
    ])
  })

  it('a person reads why if a proxy blocks even the whole file', async () => {
    const { outside, sent, upload } = connectionOf('broken', { ...blocked, status: 405 })
    outside.ask = async () => ({ status, retryAfter: null })
    await expect(upload()).rejects.toMatchObject({ code: 'storage/unknown' })
    expect(sent).toHaveLength(2)
  })
})

describe('where a proxy closes the connection on what it does not know', () => {
  const keysOf = (sent: Sent[]) => sent.map(({ text, method, url }) => `${method ?? 'POST'} ${url.replace(/.*upload=/, '')} ${text}`)
  const closed = () => Promise.reject(new NetworkFailure('No answer came.'))

  it('a file goes whole after two unanswered checks, and under another name where a part of it is there', async () => {
    const { outside, sent, upload } = connectionOf('broken', refused(409, 'upload-moved'), 'broken', stored)
    outside.ask = vi.fn(closed)
    expect(await upload()).toBe('stored')
    expect(keysOf(sent)).toEqual(['POST key-1 0123456789', 'POST key-1 0123456789', 'POST key-2 0123456789', 'POST key-2 0123456789'])
    // The second time one is enough: nothing has got through since.
    expect(outside.ask).toHaveBeenCalledTimes(3)
  })

  it('a file goes whole under another name after two rests of which nothing arrived', async () => {
    const { outside, sent, upload } = connectionOf('broken', 'broken', 'broken', stored)
    outside.ask = async () => ({ offset: 6, isComplete: false })
    expect(await upload()).toBe('stored')
    expect(keysOf(sent)).toEqual(['POST key-1 0123456789', 'PATCH key-1 6789', 'PATCH key-1 6789', 'POST key-2 0123456789'])
  })

  it('a file whose answer was lost is asked for under its own name, so that there is no second', async () => {
    const { outside, sent, upload } = connectionOf('broken', 'broken', 'broken', stored)
    outside.ask = async () => ({ offset: 0, isComplete: true })
    expect(await upload()).toBe('stored')
    expect(keysOf(sent)).toEqual(['POST key-1 0123456789', 'PATCH key-1 ', 'PATCH key-1 ', 'POST key-1 0123456789'])
  })

  it('a rest is sent as often as it takes while something of it arrives each time', async () => {
    const { outside, sent, upload } = connectionOf('broken', 'broken', 'broken', 'broken', 'broken', stored)
    let arrived = 2
    outside.ask = async () => ({ offset: arrived++, isComplete: false })
    expect(await upload()).toBe('stored')
    expect(keysOf(sent).slice(1)).toEqual(['23456789', '3456789', '456789', '56789', '6789'].map((rest) => `PATCH key-1 ${rest}`))
  })

  it('the whole file is sent if a rest is refused by another server; a refusal of Backstall’s own counts', async () => {
    const foreign: Answer = { status: 403, body: null, retryAfter: null }
    const proxied = connectionOf('broken', foreign, stored)
    proxied.outside.ask = async () => ({ offset: 6, isComplete: false })
    expect(await proxied.upload()).toBe('stored')
    expect(keysOf(proxied.sent).at(-1)).toBe('POST key-2 0123456789')
    const own = connectionOf('broken', refused(403, 'not-allowed'), stored)
    own.outside.ask = async () => ({ offset: 6, isComplete: false })
    await expect(own.upload()).rejects.toMatchObject({ code: 'not-allowed' })
    expect(own.sent).toHaveLength(2)
  })
})

describe('a file that arrives damaged', () => {
  it('is sent once more from its beginning, under another name and with a new checksum', async () => {
    const { outside, sent, upload } = connectionOf(refused(422, 'storage/invalid-checksum'), stored)
    expect(await upload()).toBe('stored')
    expect(sent.map(({ url, text }) => [url, text])).toEqual([
      ['/api/x?name=a&upload=key-1', '0123456789'],
      ['/api/x?name=a&upload=key-2', '0123456789'],
    ])
    expect(outside.digest).toHaveBeenCalledTimes(2)
    expect(outside.ask).not.toHaveBeenCalled()
  })

  it('is reported to the person the second time, who may try again', async () => {
    const damaged = refused(422, 'storage/invalid-checksum')
    const { sent, upload } = connectionOf(damaged, damaged, stored)
    await expect(upload()).rejects.toMatchObject({ code: 'storage/invalid-checksum', again: true })
    expect(sent).toHaveLength(2)
  })
})

describe('the checksum of a file', () => {
  it('is its SHA-256, in the format of RFC 9530', async () => {
    expect(await digestOf(new Blob(['abc']))).toBe('sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:')
  })

  it('is omitted where the page came over plain http from another host: the browser then offers none', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    try {
      expect(await digestOf(new Blob(['abc']))).toBe(null)
      const { outside, sent, upload } = connectionOf(stored)
      outside.digest = digestOf
      expect(await upload()).toBe('stored')
      expect(sent[0]?.headers).toEqual({})
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
