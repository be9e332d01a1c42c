import { storedPaths } from '#server/images/image-paths.ts'
import { pathOf } from '#server/imports/import-row.ts'

/** A file that the database names. Its length and SHA-256 are known for what was sent, not for what was made of it. */
export type Named = { path: string; contentType: string; bytes: number | null; sha256: string | null }

/** Asks the database, in a transaction or not. */
export type Ask = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

const pageSize = 500

/** The files that products, people, chats and imports name, and those that an undo may return, in pages. */
export async function* namedFiles(ask: Ask): AsyncGenerator<Named[]> {
  for (let after = ''; ; ) {
    const rows = await ask<Named>(
      `select path, content_type as "contentType", bytes, sha256 from files
      where stored_at is not null and (released_at is null or released_at > now()) and path collate "C" > $1 order by path collate "C" limit ${pageSize}`,
      [after],
    )
    yield rows.flatMap((row) => (row.contentType.startsWith('image/') ? withThumbnails(row) : [row]))
    after = rows.at(-1)?.path ?? ''
    if (rows.length < pageSize) break
  }
  // A file that is still being received is not in the store yet.
  const imports = await ask<{ id: string }>(`select id from imports where held_until is null or status <> 'checking'`, [])
  yield imports.map(({ id }) => ({ path: pathOf(id), contentType: 'text/csv', bytes: null, sha256: null }))
}

function withThumbnails(original: Named): Named[] {
  const thumbnails = storedPaths(original.path).slice(1)
  return [original, ...thumbnails.map((path) => ({ path, contentType: 'image/webp', bytes: null, sha256: null }))]
}

/** True for a file that may be deleted while a backup is made, because it is never named again: that of an import which has ended. */
export const mayVanish = (path: string): boolean => path.startsWith('imports/')
