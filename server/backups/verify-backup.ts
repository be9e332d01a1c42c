import { mkdtempSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkedFiles, lostOf, type Manifest, readManifest, type Verified, verifiedFile } from '#server/backups/manifest.ts'
import { mayVanish, namedFiles } from '#server/backups/named-files.ts'
import { refuseNewer, removeRestored, withRestored } from '#server/backups/restored-database.ts'
import { readFrom } from '#server/backups/sums.ts'
import { type CopyClient, copyIn } from '#server/platform/database/copy-client.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Proves that a backup can be restored: reads every file and compares its sum, restores the database in a temporary folder, compares every
 * table, and looks for every file that the database names, by length and SHA-256. Changes nothing in the backup but the file that tells
 * when it was verified. Throws `StartError` with what is wrong.
 */
export async function verifyBackup(folder: string): Promise<string> {
  const manifest = await readManifest(folder)
  refuseNewer(folder, manifest)
  const dataDir = mkdtempSync(join(tmpdir(), 'backstall-verify-'))
  try {
    await writeChecked(join(dataDir, checkedFile), folder, manifest)
    await withRestored(dataDir, folder, manifest, async (client) => {
      await assertFilesOf(client, join(dataDir, checkedFile), folder, manifest)
    })
  } catch (error) {
    if (error instanceof StartError) await note(folder, false)
    throw error
  } finally {
    removeRestored(dataDir)
  }
  const isNoted = await note(folder, true)
  return [await verified(folder, manifest), ...(isNoted ? [] : [`This could not be noted in ${join(folder, verifiedFile)}.`])].join('\n')
}

/** Notes the result beside the backup, for the page Health; false for a folder that cannot be written. */
async function note(folder: string, ok: boolean): Promise<boolean> {
  const about: Verified = { at: new Date().toISOString(), ok }
  return writeFile(join(folder, verifiedFile), `${JSON.stringify(about)}\n`, { mode: 0o600 })
    .then(() => true)
    .catch(() => false)
}

const checkedFile = 'checked'

/** Checks every file of a backup, and notes what was found for the restored database: there may be millions. */
export async function writeChecked(place: string, folder: string, manifest: Manifest): Promise<void> {
  await using file = await open(place, 'wx', 0o600)
  for await (const files of checkedFiles(folder, manifest))
    await file.appendFile(files.map(({ path, bytes, sha256 }) => `${path}\t${bytes}\t${sha256}\n`).join(''))
}

/** Throws for a file that the restored database names, and that the backup lacks or has with another content. */
export async function assertFilesOf(client: CopyClient, checked: string, folder: string, { bucket }: Manifest): Promise<void> {
  if (bucket !== null) return
  const lost = new Set(await lostOf(folder))
  await client.query('create temp table checked (path text primary key, bytes bigint not null, sha256 text not null)')
  await pipeline(readFrom(checked), copyIn(client, 'copy checked from stdin'))
  for await (const named of namedFiles(async (text, values) => (await client.query(text, values)).rows)) {
    const wanted = named.filter(({ path }) => !mayVanish(path) && !lost.has(path))
    const columns = [wanted.map(({ path }) => path), wanted.map(({ bytes }) => bytes), wanted.map(({ sha256 }) => sha256)]
    const { rows } = await client.query<{ path: string; isThere: boolean }>(
      `select w.path, c.path is not null as "isThere"
      from unnest($1::text[], $2::bigint[], $3::text[]) w (path, bytes, sha256) left join checked c on c.path = 'files/' || w.path
      where c.path is null or c.bytes <> w.bytes or c.sha256 <> w.sha256 limit 1`,
      columns,
    )
    const [wrong] = rows
    if (wrong) {
      const how = wrong.isThere ? 'has another length or SHA-256 than its database says' : 'is named by its database and missing'
      throw new StartError(`The backup in ${folder} is damaged: files/${wrong.path} ${how}.`)
    }
  }
}

async function verified(folder: string, { at, tables, files, bucket, version }: Manifest): Promise<string> {
  const lost = await lostOf(folder)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const counts = `${tables.length} tables with ${rows} rows and ${files.count} files (${files.bytes} bytes)`
  return [
    `The backup in ${folder} is whole: ${counts}, as of ${at}, by Backstall ${version}. Its database was restored and compared.`,
    ...(bucket === null ? [] : [`Its files are in the bucket ${bucket} and were not checked.`]),
    ...(lost.length === 0 ? [] : [`The store had lost or damaged these files before the backup:`, ...lost]),
  ].join('\n')
}
