import type { Owner, Row, Writing } from '#web/platform/offline-cache/cache-connection.ts'

export async function clearEntries(writing: Writing): Promise<void> {
  await Promise.all([writing.objectStore('rows').clear(), writing.objectStore('sizes').clear()])
}

/** Marks the entry as just used, if it exists. */
export async function touch(writing: Writing, owner: Owner, hash: string): Promise<void> {
  const size = await writing.objectStore('sizes').get(hash)
  if (!size) return
  owner.turn += 1
  await writing.objectStore('sizes').put({ ...size, used: owner.turn })
}

/** Stores an entry in place of its predecessor; one larger than the whole cache (`bytesMax`, in bytes of UTF-8) is not stored. */
export async function putEntry(writing: Writing, owner: Owner, row: Row, bytesMax: number): Promise<void> {
  await deleteEntry(writing, owner, row.hash)
  const bytes = new TextEncoder().encode(row.hash + row.text).length
  if (bytes > bytesMax) return
  owner.bytes += bytes
  owner.turn += 1
  await writing.objectStore('rows').put(row)
  await writing.objectStore('sizes').put({ hash: row.hash, bytes, used: owner.turn })
}

/** Deletes an entry and subtracts its size. */
export async function deleteEntry(writing: Writing, owner: Owner, hash: string): Promise<void> {
  const size = await writing.objectStore('sizes').get(hash)
  if (!size) return
  owner.bytes -= size.bytes
  await Promise.all([writing.objectStore('rows').delete(hash), writing.objectStore('sizes').delete(hash)])
}

/** Deletes the least recently used entries until the rest fits into `bytesMax`; entries on screen stay (product §11). */
export async function makeRoom(writing: Writing, owner: Owner, bytesMax: number, onScreen: ReadonlySet<string>): Promise<void> {
  if (owner.bytes <= bytesMax) return
  let oldest = await writing.objectStore('sizes').index('used').openCursor()
  while (oldest && owner.bytes > bytesMax) {
    if (!onScreen.has(oldest.value.hash)) await deleteEntry(writing, owner, oldest.value.hash)
    oldest = await oldest.continue()
  }
}
