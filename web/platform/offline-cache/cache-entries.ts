import type { Owner, Row, Writing } from '#web/platform/offline-cache/cache-connection.ts'

/** Forgets everything that was seen. */
export async function empty(writing: Writing): Promise<void> {
  await Promise.all([writing.objectStore('rows').clear(), writing.objectStore('sizes').clear()])
}

/** Notes that this was used just now, if it is kept. */
export async function touch(writing: Writing, owner: Owner, hash: string): Promise<void> {
  const known = await writing.objectStore('sizes').get(hash)
  if (!known) return
  owner.turn += 1
  await writing.objectStore('sizes').put({ ...known, used: owner.turn })
}

/** Keeps an answer in place of its former one; what would fill more than all the room, `bytesMax` bytes of UTF-8, is not kept. */
export async function keep(writing: Writing, owner: Owner, row: Row, bytesMax: number): Promise<void> {
  await drop(writing, owner, row.hash)
  const bytes = new TextEncoder().encode(row.hash + row.text).length
  if (bytes > bytesMax) return
  owner.bytes += bytes
  owner.turn += 1
  await writing.objectStore('rows').put(row)
  await writing.objectStore('sizes').put({ hash: row.hash, bytes, used: owner.turn, at: row.at })
}

/** Forgets an answer, and what it weighed. */
export async function drop(writing: Writing, owner: Owner, hash: string): Promise<void> {
  const known = await writing.objectStore('sizes').get(hash)
  if (!known) return
  owner.bytes -= known.bytes
  await Promise.all([writing.objectStore('rows').delete(hash), writing.objectStore('sizes').delete(hash)])
}

/** Forgets what was used least recently until the rest fits into `bytesMax`; what is on screen stays (product §11). */
export async function makeRoom(writing: Writing, owner: Owner, bytesMax: number, onScreen: ReadonlySet<string>): Promise<void> {
  if (owner.bytes <= bytesMax) return
  let oldest = await writing.objectStore('sizes').index('used').openCursor()
  while (oldest && owner.bytes > bytesMax) {
    if (!onScreen.has(oldest.value.hash)) await drop(writing, owner, oldest.value.hash)
    oldest = await oldest.continue()
  }
}

/** Not confirmed by what was asked at this moment: the server has to be asked for it, unless it has said it since or it is in doubt already. */
export async function markUnverified(writing: Writing, owner: Owner, hash: string, asked: number): Promise<void> {
  const known = await writing.objectStore('sizes').get(hash)
  if (!known || known.doubted !== undefined || (known.at ?? 0) > asked) return
  owner.turn += 1
  await writing.objectStore('sizes').put({ ...known, doubted: owner.turn })
}
