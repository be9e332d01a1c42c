import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/platform/app.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { waitingFolder } from '#server/platform/files/disk-storage.ts'

/** Whether this node can serve, and which of its dependencies are missing. */
export type Readiness = { ready: boolean; missing: ('database' | 'files')[] }

const patienceMs = 2_000
/** How long (ms) a result is reused without a new check. */
const freshMs = 500

const inTime = (work: () => Promise<unknown>): Promise<boolean> =>
  withTimeLimit(work, patienceMs)
    .then(() => true)
    .catch(() => false)

/** The first start writes this row after the migrations, so it also proves that they are done. */
const askDatabase = async ({ sql }: App) => {
  const rows = await sql`select 1 from installation`
  if (rows.length === 0) throw new Error('There is no installation yet.')
}

/**
 * Tests the folder with a write, because a check of permissions would pass for root and on a full disk. The probe is written where uploads
 * wait, always under one name, so what a killed process leaves is removed by the next check or with unfinished writes.
 */
async function tryFolder({ config: { storage } }: App): Promise<void> {
  if (storage.kind !== 'file') return
  const probe = join(storage.folder, waitingFolder, 'ready')
  try {
    await writeFile(probe, 'ready')
  } finally {
    await rm(probe, { force: true })
  }
}

async function check(app: App): Promise<Readiness> {
  const [database, files] = await Promise.all([inTime(() => askDatabase(app)), inTime(() => tryFolder(app))])
  const missing: Readiness['missing'] = []
  if (!database) missing.push('database')
  if (!files) missing.push('files')
  return { ready: missing.length === 0, missing }
}

/** Whether this node can serve (product §10). Requests at the same moment share one check. */
export function openReadiness(app: App): () => Promise<Readiness> {
  let last: { at: number; found: Promise<Readiness> } | undefined
  return () => {
    if (!last || Date.now() - last.at > freshMs) last = { at: Date.now(), found: check(app) }
    return last.found
  }
}
