import { createHash } from 'node:crypto'
import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ImagePath } from '#domain/image.ts'
import type { ImageType } from '#domain/image-types.ts'
import { storedPaths } from '#server/images/image-paths.ts'
import { storePictureFile } from '#server/images/store-picture.ts'
import { pictureType, signatureBytes } from '#server/platform/files/picture-type.ts'
import { isPath } from '#server/platform/files/storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import { count, findingOf, type Outcome, type Transfer } from '#server/transfers/transfer.ts'

/** A file of the export under its path in the store; or why it cannot be one. */
type Found = { path: string; place: string } | { path: string; problem: Problem }
type Result = { outcome: Outcome; problem?: Problem; bytes?: number }

/**
 * Stores the pictures of an export under their paths (product §8). Each is checked and re-encoded like an upload, which removes what cameras
 * hide in it. A picture that no product names afterwards is swept like an upload that nothing names.
 */
export async function importFiles(transfer: Transfer, folder: string | null): Promise<void> {
  if (!folder) return
  transfer.progress.at = 'files'
  let batch: Found[] = []
  for await (const found of filesIn(folder)) {
    batch.push(found)
    if (batch.length < limits.image.atOnce) continue
    await importAll(transfer, batch)
    batch = []
  }
  await importAll(transfer, batch)
}

async function importAll(transfer: Transfer, batch: readonly Found[]): Promise<void> {
  transfer.signal?.throwIfAborted()
  const results: Result[] = await Promise.all(
    batch.map((found) =>
      'problem' in found ? { outcome: 'rejected', problem: found.problem } : importFile(transfer, found.path, found.place),
    ),
  )
  for (const [at, { outcome, problem, bytes }] of results.entries()) {
    const { path } = batch[at] ?? { path: '' }
    if (problem)
      transfer.onFinding(
        findingOf({ collection: 'files', line: null, id: path.slice(0, 700) }, problem, outcome === 'kept' ? 'kept' : 'rejected'),
      )
    if (bytes !== undefined) await transfer.sql`insert into transfer_files (path, bytes) values (${path}, ${bytes})`
  }
  count(
    transfer,
    'files',
    results.map(({ outcome }) => outcome),
  )
  transfer.onProgress(transfer.progress)
}

async function* filesIn(folder: string, path = '', depth = 0): AsyncGenerator<Found> {
  for await (const entry of await opendir(join(folder, path))) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory() && depth < limits.transfer.foldersMax) yield* filesIn(folder, inner, depth + 1)
    else if (!entry.isFile()) yield { path: inner, problem: problem('file-link') }
    else if (!isPicturePath(inner) || Buffer.byteLength(entry.name) > limits.transfer.nameBytesMax)
      yield { path: inner, problem: problem('file-name') }
    else yield { path: inner, place: join(folder, inner) }
  }
}

/** Some folders that a record may name, such as `.x`, are none in the store. */
const isPicturePath = (path: string) => ImagePath.safeParse(path).success && storedPaths(path).every(isPath)

type Stored = { fingerprint: string | null; sha256: string | null; stored: boolean }

async function importFile({ app, sql, options }: Transfer, path: string, place: string): Promise<Result> {
  const { size: bytes } = await stat(place)
  if (bytes > limits.image.bytesMax)
    return { outcome: 'rejected', problem: problem('file-too-large', null, { max: limits.image.bytesMax }) }
  const content = await readFile(place)
  const type = pictureType(content.subarray(0, signatureBytes))
  if (!type) return { outcome: 'rejected', problem: problem('file-type') }
  const fingerprint = createHash('sha256').update(content).digest('hex')
  const [before] = await sql<Stored[]>`
    select r.fingerprint, f.sha256, f.stored_at is not null as stored from files f
    left join transferred_records r on r.collection = 'files' and r.id = f.path where f.path = ${path} and f.released_at is null`
  if (before?.stored) {
    const isSame = before.fingerprint === fingerprint
    // As it was re-encoded here and exported: its record may say the former size.
    if (!isSame && before.sha256 === fingerprint) return { outcome: 'unchanged' }
    return isSame ? { outcome: 'unchanged', bytes } : { outcome: 'kept', problem: problem('file-changed'), bytes }
  }
  if (options.dryRun) return { outcome: 'created', bytes }
  return store({ app, sql }, { path, place, type, fingerprint, bytes })
}

type About = { path: string; place: string; type: ImageType; fingerprint: string; bytes: number }

/** Its row comes first, so that no stored file is unknown; what a former attempt left under the path is replaced. */
async function store({ app, sql }: Pick<Transfer, 'app' | 'sql'>, { path, place, type, fingerprint, bytes }: About): Promise<Result> {
  const [, productId = '', , name = ''] = /^products\/([^/]+)\/(\d+)_(.+)$/.exec(path) ?? []
  await sql`
    insert into files (path, product_id, uploaded_by, name, content_type) values (${path}, ${productId}, 'import', ${name}, ${type})
    on conflict (path) do update set content_type = excluded.content_type, released_at = null, stored_at = null, created_at = now()`
  for (const stored of storedPaths(path)) await app.storage.remove(stored)
  try {
    const { sha256, width, height, bytes: kept } = await storePictureFile(app, path, place, type)
    await sql`
      update files set stored_at = now(), bytes = ${kept}, sha256 = ${sha256}, width = ${width}, height = ${height} where path = ${path}`
    await sql`
      insert into transferred_records (collection, id, fingerprint) values ('files', ${path}, ${fingerprint})
      on conflict (collection, id) do update set fingerprint = excluded.fingerprint`
    return { outcome: 'created', bytes }
  } catch (error) {
    await sql`update files set released_at = now() where path = ${path}`
    return {
      outcome: 'rejected',
      problem: problem('file-refused', null, { reason: error instanceof Error ? error.message : String(error) }),
    }
  }
}
