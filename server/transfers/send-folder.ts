import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { createTarPacker, type TarHeader } from 'modern-tar'
import { furtherFiles, type ImportOptions } from '#domain/transfer.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { codeOf, outageOf } from '#server/platform/database/outages.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { StartError } from '#server/platform/start-error.ts'
import { type Found, filesIn } from '#server/transfers/collections/find-files.ts'
import { type Folder, leftOutFolder, refuseUnreadable } from '#server/transfers/folder.ts'
import { problem } from '#server/transfers/problem.ts'
import { otherIsOpen } from '#server/transfers/runs.ts'
import type { TransferApp } from '#server/transfers/transfer.ts'

type Sending = { name: string; options: ImportOptions; onSent: (bytes: number) => void; signal: AbortSignal }

/**
 * Sends the export in a folder to the server: as a new run, with its archive in parts, in one transaction. So the server begins once all has
 * come, and a command that ends before leaves nothing. Returns the id of the run. Throws `StartError` while another export is open, or if a file
 * cannot be read.
 */
export async function sendFolder({ sql }: Pick<TransferApp, 'sql'>, folder: Folder, sending: Sending): Promise<string> {
  const { name, options, onSent, signal } = sending
  const id = newId()
  const sent = sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${`${limits.transferRun.pollMs}ms`}, true)`
    await tx`
      insert into transfer_runs (id, name, major_units, status)
      values (${id}, ${name}, ${options.majorUnits}, ${options.dryRun ? 'checking' : 'running'})`
    let [at, bytes] = [0, 0]
    for await (const content of archiveParts(folder)) {
      signal.throwIfAborted()
      await tx`insert into transfer_parts (run_id, at, content) values (${id}, ${at}, ${content})`
      at += 1
      bytes += content.length
      onSent(bytes)
    }
  })
  await sent.catch((error: unknown) => {
    // Another command may still be sending: its run is not committed yet.
    if (['23505', '55P03'].includes(codeOf(error))) throw otherIsOpen()
    const outage = outageOf(error)
    throw outage ? new StartError(`The export could not be sent to Backstall: ${outage.sentence}.`) : error
  })
  return id
}

/** The folder as an archive, in parts of similar size. */
async function* archiveParts(folder: Folder): AsyncGenerator<Buffer> {
  const { readable, controller } = createTarPacker()
  const packing = pack(controller, folder).then(controller.finalize, controller.error)
  let [pieces, bytes] = [[] as Uint8Array[], 0]
  for await (const piece of readable) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < limits.transferRun.partBytes) continue
    yield Buffer.concat(pieces)
    ;[pieces, bytes] = [[], 0]
  }
  yield Buffer.concat(pieces)
  await packing
}

type Packer = { add: (header: TarHeader) => WritableStream<Uint8Array> }

/** Packs what an import reads of a folder. Files that are none for an import are told, so that its findings are the same. */
async function pack(tar: Packer, folder: Folder): Promise<void> {
  const { collections, accounts, hashes, files, fileList } = folder
  for (const place of [...Object.values(collections), accounts, hashes, fileList])
    if (place && !(await packFile(tar, basename(place), place))) refuseUnreadable(place)
  if (files) await tar.add({ name: `${furtherFiles.files}/`, size: 0, type: 'directory' }).close()
  let [leftOut, pages] = [[] as Found[], 0]
  const end = async () => {
    const text = Buffer.from(leftOut.map((found) => `${JSON.stringify(found)}\n`).join(''))
    const body = tar.add({ name: `${leftOutFolder}/${pages}.jsonl`, size: text.length, type: 'file' }).getWriter()
    await body.write(text)
    await body.close()
    ;[leftOut, pages] = [[], pages + 1]
  }
  for await (const found of files ? filesIn(files) : []) {
    if ('problem' in found) leftOut.push(found)
    else if (!(await packFile(tar, `${furtherFiles.files}/${found.path}`, found.place)))
      leftOut.push({ path: found.path, problem: problem('file-unreadable') })
    if (leftOut.length >= limits.transfer.batch) await end()
  }
  if (leftOut.length > 0) await end()
}

/** Adds a file. False if it cannot be opened. */
async function packFile(tar: Packer, name: string, place: string): Promise<boolean> {
  const file = await open(place, 'r').catch(() => null)
  if (!file) return false
  try {
    const { size } = await file.stat()
    const body = tar.add({ name, size, type: 'file' }).getWriter()
    let left = size
    for await (const piece of size > 0 ? file.createReadStream({ end: size - 1, autoClose: false }) : []) {
      left -= piece.length
      await body.write(piece)
    }
    if (left > 0) throw new StartError(`${place} became shorter while it was read. Wait until the export is complete, then import it.`)
    await body.close()
    return true
  } finally {
    await file.close()
  }
}
