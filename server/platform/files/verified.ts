import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { StorageError } from '#domain/storage-error.ts'
import type { About } from '#server/platform/files/storage.ts'

/** Passes the content on, and fails at its end with `storage/invalid-checksum` if it does not match the announced hash and length. */
export function verified(content: Buffer | Readable, { bytes, sha256 }: About): Readable {
  const hash = createHash('sha256')
  let received = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      received += chunk.length
      hash.update(chunk)
      next(received > bytes ? new StorageError('invalid-checksum') : null, chunk)
    },
    flush(done) {
      done(received === bytes && hash.digest('hex') === sha256 ? null : new StorageError('invalid-checksum'))
    },
  })
  const source = Buffer.isBuffer(content) ? Readable.from([content], { objectMode: false }) : content
  source.on('error', (error) => check.destroy(error))
  check.on('close', () => source.destroy())
  return source.pipe(check)
}
