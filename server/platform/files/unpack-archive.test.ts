import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { archiveType, topFolderOf, unpackArchive } from '#server/platform/files/unpack-archive.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { testFolder } from '#server/testing/worker.ts'

type Item = { name: string | Buffer; body?: string; type?: TarHeader['type']; mode?: number; sum?: number; size?: number; method?: number }

const tar = async (...items: Item[]) =>
  Buffer.from(
    await packTar(
      items.map(({ name, body = '', type = 'file' }) => ({
        header: { name: String(name), size: Buffer.byteLength(body), type, ...(type.includes('link') && { linkname: '/etc/passwd' }) },
        body,
      })),
    ),
  )
const tarGz = async (...items: Item[]) => gzipSync(await tar(...items))

/** A zip with exactly these names, sizes and modes, true or not. */
function zip(...items: Item[]): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  for (const { name, body = '', mode = 0o100644, method = 8, ...given } of items) {
    const path = Buffer.from(name)
    const content = deflateRawSync(body)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x800, 2)
    about.writeUInt16LE(method, 4)
    about.writeUInt32LE(given.sum ?? crc32(body), 10)
    about.writeUInt32LE(content.length, 14)
    about.writeUInt32LE(given.size ?? Buffer.byteLength(body), 18)
    about.writeUInt16LE(path.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, path, content])
    parts.push(local)
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), about, rest, path]))
    at += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(items.length, 4)
  end.writeUInt16LE(items.length, 6)
  end.writeUInt32LE(Buffer.concat(index).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, ...index, Buffer.from('PK\x05\x06'), end])
}

let count = 0
/** Unpacks and returns the folder; nothing may appear beside it. */
async function unpack(archive: Buffer): Promise<string> {
  const around = join(testFolder(), `archive-${count++}`)
  const folder = join(around, 'inside')
  await mkdir(around, { recursive: true })
  await writeFile(join(around, 'archive'), archive)
  try {
    await unpackArchive(join(around, 'archive'), folder)
    return folder
  } finally {
    expect(await readdir(around)).toEqual(['archive', 'inside'])
  }
}
/** The refusal as its code and sentence; the folder that was begun holds nothing but plain files. */
const refusal = async (archive: Buffer) => {
  const error = await unpack(archive)
    .then(() => null)
    .catch((thrown: unknown) => thrown)
  if (error instanceof AppError) return `${error.code}: ${error.message}`
  throw error ?? new Error('It was unpacked.')
}

const plain: Item[] = [
  { name: 'users.jsonl', body: '{"id":"1"}\n' },
  { name: 'files/products/p 1/0_Stühle.png', body: 'picture' },
]

it.each([
  ['zip', async () => zip(...plain)],
  ['tar', () => tar(...plain)],
  ['tar.gz', () => tarGz(...plain)],
  ['tar of the folder itself', () => tar({ name: './', type: 'directory' }, ...plain.map((item) => ({ ...item, name: `./${item.name}` })))],
])('a %s is unpacked for its owner alone', async (_, make) => {
  const folder = await unpack(await make())
  expect(await readFile(join(folder, 'users.jsonl'), 'utf8')).toBe('{"id":"1"}\n')
  const picture = join(folder, 'files/products/p 1/0_Stühle.png')
  expect(await readFile(picture, 'utf8')).toBe('picture')
  expect([(await stat(picture)).mode & 0o777, (await stat(join(folder, 'files'))).mode & 0o777]).toEqual([0o600, 0o700])
})

it('an archive of one folder is read from inside it, and what macOS adds is left out', async () => {
  const folder = await unpack(
    zip({ name: 'export/users.json', body: '[]' }, { name: 'export/.DS_Store' }, { name: '__MACOSX/export/._users.json' }),
  )
  const top = await topFolderOf(folder, (name) => name === 'files')
  expect([top, await readdir(top)]).toEqual([join(folder, 'export'), ['users.json']])
  const files = await unpack(zip({ name: 'files/a', body: 'a' }))
  expect(await topFolderOf(files, (name) => name === 'files')).toBe(files)
})

const twice = [
  { name: 'a', body: '1' },
  { name: 'a', body: '2' },
]
const long = 'n'.repeat(256)

it.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['a picture', () => Buffer.from('\x89PNG'), 'archive-type: This file is not a zip, tar or tar.gz archive.'],
  ['an empty file', () => Buffer.alloc(0), 'archive-type: This file is not'],
  ['a gzip of something else', () => gzipSync('x'.repeat(2_000)), 'archive-broken: This archive is damaged or incomplete.'],
  ['a tar.gz without its end', async () => (await tarGz(...plain)).subarray(0, -20), 'archive-broken'],
  ['a tar without its end', async () => (await tar(...plain)).subarray(0, 700), 'archive-broken'],
  ['a zip without its end', () => zip(...plain).subarray(0, -10), 'archive-broken'],
  ['a zip with another content than it says', () => zip({ name: 'a', body: 'a', sum: 1 }), 'archive-broken'],
  ['a zip with more content than it says', () => zip({ name: 'a', body: 'a'.repeat(9_999), size: 3 }), 'archive-broken'],
  ['a zip packed in an unknown way', () => zip({ name: 'a', body: 'a', method: 99 }), 'archive-broken'],
  [
    '.. in a zip',
    () => zip({ name: '../up', body: 'x' }),
    'archive-unsafe: This archive has an entry with a name that is not allowed: ../up',
  ],
  [
    '.. in a tar',
    () => tar({ name: 'a/../../up', body: 'x' }),
    'archive-unsafe: This archive has an entry with a name that is not allowed: a/../../up',
  ],
  ['an absolute path in a zip', () => zip({ name: '/etc/x' }), 'archive-unsafe'],
  ['an absolute path in a tar.gz', () => tarGz({ name: '/etc/x' }), 'archive-unsafe'],
  ['a drive', () => zip({ name: 'C:/x' }), 'archive-unsafe'],
  ['a backslash', () => zip({ name: '..\\up' }), 'archive-unsafe'],
  ['a line break', () => zip({ name: 'a\nb' }), 'archive-unsafe'],
  ['a zero byte', () => zip({ name: 'a\0b' }), 'archive-unsafe'],
  ['bytes that are no UTF-8', () => zip({ name: Buffer.from([0x61, 0xff]) }), 'archive-unsafe'],
  ['an empty part', () => zip({ name: 'a//b' }), 'archive-unsafe'],
  ['a long part', () => tar({ name: long }), 'archive-unsafe'],
  ['a deep path', () => zip({ name: 'a/'.repeat(40) }), 'archive-unsafe'],
  [
    'a symbolic link in a tar',
    () => tar({ name: 'a', type: 'symlink' }),
    'archive-unsafe: This archive has a link or device, which is not allowed: a',
  ],
  ['a hard link in a tar', () => tar({ name: 'a', type: 'link' }), 'archive-unsafe: This archive has a link'],
  ['a device in a tar', () => tar({ name: 'a', type: 'block-device' }), 'archive-unsafe: This archive has a link'],
  ['a symbolic link in a zip', () => zip({ name: 'a', body: '/etc/passwd', mode: 0o120777 }), 'archive-unsafe: This archive has a link'],
  ['a device in a zip', () => zip({ name: 'a', mode: 0o020666 }), 'archive-unsafe: This archive has a link'],
  ['a name twice in a zip', () => zip(...twice), 'archive-unsafe: This archive has two entries of the same name: a'],
  ['a name twice in a tar', () => tar(...twice), 'archive-unsafe: This archive has two'],
  ['a file where a folder has to be', () => zip({ name: 'a', body: '1' }, { name: 'a/b' }), 'archive-unsafe: This archive has two'],
])('%s is refused', async (_, make, sentence) => {
  expect((await refusal(await make())).slice(0, sentence.length)).toBe(sentence)
  expect(existsSync(join(testFolder(), 'up'))).toBe(false)
})

it('an archive that unpacks to far more than its size is refused before it fills the disk', async () => {
  const zeros = 'x'.repeat(3_000_000)
  const before = { ...limits.archive }
  Object.assign(limits.archive, { freeBytes: 1_000_000, entriesMax: 2 })
  try {
    for (const bomb of [
      zip({ name: 'a', body: zeros }),
      await tarGz({ name: 'a', body: zeros }),
      await tarGz({ name: '__MACOSX/a', body: zeros }),
      await tarGz({ name: 'a/.DS_Store', body: zeros }),
    ])
      expect(await refusal(bomb)).toBe('archive-too-large: This archive unpacks to more than 200 times its size.')
    const three = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
    for (const many of [zip(...three), await tar(...three)])
      expect(await refusal(many)).toBe('archive-too-large: This archive has more than 2 entries.')
    Object.assign(limits.archive, { unpackedBytesMax: 2_000_000 })
    expect(await refusal(await tar({ name: 'a', body: zeros }))).toBe('archive-too-large: This archive unpacks to more than 0.002 GB.')
  } finally {
    Object.assign(limits.archive, before)
  }
})

it('an archive with any one byte changed is unpacked or refused, and never ends in an error', async () => {
  for (const archive of [zip(...plain), await tar(...plain.slice(0, 1)), await tarGz(...plain)])
    for (let at = 0; at < archive.length; at += 7) {
      const damaged = Buffer.from(archive)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const error = await unpack(damaged)
        .then(() => null)
        .catch((thrown: unknown) => thrown)
      if (error) expect(error).toBeInstanceOf(AppError)
    }
})

it('the type of an archive is in its first bytes, whatever its name', async () => {
  expect([zip(...plain), await tar(...plain), await tarGz(...plain), Buffer.from('PK')].map(archiveType)).toEqual([
    'application/zip',
    'application/x-tar',
    'application/gzip',
    null,
  ])
})
