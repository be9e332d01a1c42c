import { randomFillSync } from 'node:crypto'

const bytes = new Uint8Array(16)
const view = new DataView(bytes.buffer)
const made = { at: 0, count: 0 }

/**
 * The time and a count within its millisecond (RFC 9562 §6.2, method 1), never going back, so that ids sort in the order they were made.
 */
function next(now: number): typeof made {
  if (now > made.at) return Object.assign(made, { at: now, count: 0 })
  made.count += 1
  if (made.count > 0xfff) Object.assign(made, { at: made.at + 1, count: 0 })
  return made
}

/**
 * A UUID of version 7 (RFC 9562 §5.7): sorted by time and, within this process, in the order they were made, so that indexes grow at their
 * end. 62 random bits remain. PostgreSQL before 18 cannot make them.
 */
export function newId(): string {
  const { at, count } = next(Date.now())
  randomFillSync(bytes, 8)
  view.setUint16(0, Math.floor(at / 2 ** 32))
  view.setUint32(2, at % 2 ** 32)
  view.setUint16(6, 0x7000 | count)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
