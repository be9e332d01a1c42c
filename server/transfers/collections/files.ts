import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AttachmentType } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import { attachmentType, storeDocument } from '#server/chats/upload-chat-file.ts'
import { avatarOwner, logoOwner, storedPaths } from '#server/images/image-paths.ts'
import { storePictureFile } from '#server/images/store-picture.ts'
import { signatureBytes } from '#server/platform/files/picture-type.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { readList, reportUnsent } from '#server/transfers/collections/file-list.ts'
import { type Found, filesOf } from '#server/transfers/collections/find-files.ts'
import type { Folder } from '#server/transfers/folder.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import { count, findingOf, listed, type Outcome, type Transfer } from '#server/transfers/transfer.ts'

type Result = { outcome: Outcome; problem?: Problem; bytes?: number | null }

/**
 * Stores the files of an export under their paths (product §8). Each picture is checked and re-encoded like an upload, which removes what cameras
 * hide in it; one that a Backstall exported is checked, and stays as it is. A file that no record names afterwards is swept like an upload
 * that nothing names.
 */
export async function importFiles(transfer: Transfer, folder: Pick<Folder, 'files' | 'fileList' | 'leftOut'>): Promise<void> {
  const { files, fileList: list } = folder
  if (!files && !list) return
  transfer.progress.at = 'files'
  if (list) await readList(transfer, list)
  let batch: Found[] = []
  for await (const found of filesOf(folder)) {
    batch.push(found)
    if (batch.length < limits.image.atOnce) continue
    await importAll(transfer, batch)
    batch = []
  }
  await importAll(transfer, batch)
  if (list) await reportUnsent(transfer)
  if (!transfer.options.dryRun) await adoptLogo(transfer)
}

async function importAll(transfer: Transfer, batch: readonly Found[]): Promise<void> {
  transfer.signal?.throwIfAborted()
  await transfer.sql`update transfer_listed set sent = true where path in (select json_array_elements_text(${listed(batch.map(({ path }) => path))}::json))`
  const results = await inParallel(
    batch,
    async (found): Promise<Result> => ('problem' in found ? { outcome: 'rejected', problem: found.problem } : importFile(transfer, found)),
  )
  for (const [at, { outcome, problem, bytes }] of results.entries()) {
    const { path } = batch[at] ?? { path: '' }
    if (problem)
      transfer.onFinding(
        findingOf({ collection: 'files', line: null, id: path.slice(0, 700) }, problem, outcome === 'kept' ? 'kept' : 'rejected'),
      )
    if (bytes !== undefined) await transfer.sql`insert into transfer_files (path, bytes) values (${path}, ${bytes})`
  }
  const outcomes = results.map(({ outcome }) => outcome)
  count(transfer, 'files', outcomes)
  await transfer.onProgress(transfer.progress)
}

type Before = { fingerprint: string | null; sha256: string | null; stored: boolean; gone: boolean }

async function importFile(
  { app, sql, options }: Transfer,
  { path, owner, place, size }: Extract<Found, { place: string }>,
): Promise<Result> {
  const content = await readFile(place).catch(() => null)
  if (!content) return { outcome: 'rejected', problem: problem('file-unreadable') }
  const type = attachmentType(content.subarray(0, signatureBytes))
  if (!type || (type === 'application/pdf' && !path.startsWith('chats/'))) return { outcome: 'rejected', problem: problem('file-type') }
  const fingerprint = createHash('sha256').update(content).digest('hex')
  const [known] = await sql<{ sha256: string; name: string }[]>`select sha256, name from transfer_listed where path = ${path}`
  const isOfPerson = owner.startsWith(avatarOwner({ id: '' }))
  if ((isOfPerson || owner === logoOwner) && !known) return { outcome: 'rejected', problem: problem('file-name') }
  if (known && known.sha256 !== fingerprint) return { outcome: 'rejected', problem: problem('file-damaged') }
  // Compared with the size in the record of its product, which is the one from before the re-encoding.
  const bytes = known ? null : size
  const [before] = await sql<Before[]>`
    select r.fingerprint, f.sha256, coalesce(f.stored_at is not null and f.released_at is null, false) as stored,
      r.id is not null and (f.path is null or f.named_at is not null) or exists (select from transferred_records o
        where o.collection = 'products' and o.id = ${owner} and not exists (select from products p where p.id = o.id)
          or o.record is null and o.collection = ${isOfPerson ? 'users' : 'chats'} and o.id = ${isOfPerson ? owner.slice(avatarOwner({ id: '' }).length) : owner}) as gone
    from (select ${path}::text as path) g left join files f on f.path = g.path
    left join transferred_records r on r.collection = 'files' and r.id = g.path`
  if (before?.stored) {
    // The export may have the file as it is here, or as it was before it was re-encoded here.
    const isSame = before.fingerprint === fingerprint || before.sha256 === fingerprint
    return isSame
      ? { outcome: 'unchanged', bytes: before.fingerprint === fingerprint ? bytes : null }
      : { outcome: 'kept', problem: problem('file-changed'), bytes }
  }
  // What a record named and that was removed since stays so, and what belongs to an erased person. What nothing ever named may come again while its product is here.
  if (before?.gone) return { outcome: 'kept', problem: problem('changed-here') }
  if (options.dryRun) return { outcome: 'created', bytes }
  return store({ app, sql }, { path, owner, place, type, fingerprint, bytes, known })
}

type About = {
  path: string
  owner: string
  place: string
  type: AttachmentType
  fingerprint: string
  bytes: number | null
  /** What the list says of it. */
  known: { name: string } | undefined
}

/** Its row comes first, so that no stored file is unknown; what a former attempt left under the path is replaced. */
async function store({ app, sql }: Pick<Transfer, 'app' | 'sql'>, about: About): Promise<Result> {
  const { path, owner, place, type, fingerprint, bytes, known } = about
  const name = known?.name || path.slice(path.lastIndexOf('/') + 1).replace(/^[^_]*_/, '') || path
  await sql`
    insert into files (path, product_id, uploaded_by, name, content_type) values (${path}, ${owner}, 'import', ${name}, ${type})
    on conflict (path) do update set product_id = excluded.product_id, uploaded_by = excluded.uploaded_by, name = excluded.name,
      content_type = excluded.content_type, upload_key = null, stored_at = null, named_at = null, proposed_at = null, released_at = null, created_at = now()`
  for (const stored of storedPaths(path)) await app.storage.remove(stored)
  try {
    const kept =
      type === 'application/pdf'
        ? await storeDocument(app, path, place)
        : await storePictureFile(app, path, place, type, known !== undefined)
    await sql`
      update files set stored_at = now(), bytes = ${kept.bytes}, sha256 = ${kept.sha256}, width = ${kept.width}, height = ${kept.height} where path = ${path}`
    await sql`
      insert into transferred_records (collection, id, fingerprint) values ('files', ${path}, ${fingerprint})
      on conflict (collection, id) do update set fingerprint = excluded.fingerprint`
    return { outcome: 'created', bytes }
  } catch (error) {
    await sql`update files set released_at = now() where path = ${path}`
    // Only what is wrong with the file itself; a store out of reach ends the import, and the next one completes it.
    if (!(error instanceof AppError)) throw error
    return { outcome: 'rejected', problem: problem('file-refused', null, { reason: error.message }) }
  }
}

/** The logo of the export becomes that of the marketplace, if it has none. Nodes read the settings now and then. */
const adoptLogo = ({ sql }: Transfer) => sql`
  with logo as (
    select path, width, height from files where product_id = ${logoOwner} and uploaded_by = 'import' and stored_at is not null and released_at is null
      and named_at is null order by path limit 1
  ), used as (
    insert into settings (key, value) select 'logo', jsonb_build_object('path', path, 'width', width, 'height', height) from logo
    on conflict (key) do update set value = excluded.value, updated_at = now() where settings.value = 'null' returning value
  )
  update files set named_at = now() from used where files.path = used.value ->> 'path'`
