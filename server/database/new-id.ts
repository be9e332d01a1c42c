import { randomFillSync } from 'node:crypto'

const bytes = new Uint8Array(16)

/** A UUID of version 7 (RFC 9562 §5.7): sorted by time, so that indexes grow at their end. PostgreSQL before 18 cannot make them. */
export function newId(now = Date.now()): string {
  randomFillSync(bytes)
  new DataView(bytes.buffer).setUint16(0, Math.floor(now / 2 ** 32))
  new DataView(bytes.buffer).setUint32(2, now % 2 ** 32)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
