import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SocketAddress } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { addressOf } from '#server/platform/database/embedded/embedded.ts'
import { openPlace } from '#server/platform/database/embedded/place.ts'
import { startPostmaster, stopPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { migrateUnderLock } from '#server/platform/database/migrate.ts'

export const templateName = 'template_backstall'

/** Tests lose nothing by a power cut, so their server need not wait for the disk. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '64MB' }

/**
 * Starts a PostgreSQL for a test run, with a migrated database to clone. It and all of `folder` are removed with the run, however the run
 * ends.
 */
export async function startTestDatabase(): Promise<{ address: SocketAddress; folder: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'backstall-test-'))
  const place = openPlace(folder, findBinaries())
  const postmaster = await startPostmaster(place, careless)
  const letGo = removeWhenWeEnd(folder, postmaster.pid)
  const address = addressOf(place, postmaster)
  const template = { ...address, database: templateName }
  const { sql, close } = connect(address, 1)
  await sql.unsafe(`create database ${templateName}`)
  await migrateUnderLock(template, async () => {})
  await close()
  const stop = async () => {
    await stopPostmaster(place)
    rmSync(folder, { recursive: true, force: true })
    letGo()
  }
  return { address, folder, stop }
}

/** Starts a shell that waits for the end of this process, even by kill -9, then ends the server and removes its folder. */
function removeWhenWeEnd(folder: string, pid: number): () => void {
  const script = `read -r _; kill -QUIT ${pid} 2>/dev/null && while kill -0 ${pid} 2>/dev/null; do sleep 0.1; done; rm -rf "$0"`
  const shell = spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.unref()
  return () => shell.kill('SIGKILL')
}
