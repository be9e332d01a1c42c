import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { processStart } from '#demo/process-start.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { isAlive } from '#server/platform/database/embedded/is-alive.ts'
import { openPlace } from '#server/platform/database/embedded/place.ts'
import { readPlaceFile } from '#server/platform/database/embedded/place-file.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { StartError } from '#server/platform/start-error.ts'

/** Identifies a mark as the demo's own, whatever other files have its name. */
const sign = 'backstall-demo'
const emails = z.array(z.string())
/** Version of the demo data; increased when a folder made before would show less than the screens can. */
export const demoVersion = 2

const Mark = z.discriminatedUnion('state', [
  // The process that makes it, by its number and start time, because numbers are reused.
  z.object({ state: z.literal('making'), pid: z.int(), since: z.string().nullable().default(null) }),
  z.object({
    state: z.literal('ready'),
    version: z.int().default(0),
    day: z.string(),
    password: z.string(),
    cast: z.object({ admin: z.string(), colleagues: emails, sellers: emails, suspended: z.string() }),
  }),
])

/** Content of the file that marks a folder as the demo's own. */
export type Mark = z.infer<typeof Mark>

const markOf = (folder: string) => join(folder, `${sign}.json`)

/** The mark of a folder; null if there is no folder, or an empty one. Throws `StartError` for a folder that is not the demo's. */
export function readMark(folder: string): Mark | null {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return null
  try {
    return z.object({ sign: z.literal(sign), mark: Mark }).parse(JSON.parse(readFileSync(markOf(folder), 'utf8'))).mark
  } catch {
    throw new StartError(`${folder} holds something that is not the demo's. Nothing was touched; name another folder with --folder.`)
  }
}

export function writeMark(folder: string, mark: Mark, flag: 'w' | 'wx' = 'w'): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(markOf(folder), `${JSON.stringify({ sign, mark }, null, 2)}\n`, { mode: 0o600, flush: true, flag })
}

/** Claims an empty folder for this process to make the demo in. Throws `StartError` if another process was faster. */
export function claimFolder(folder: string): void {
  try {
    writeMark(folder, { state: 'making', pid: process.pid, since: processStart(process.pid) }, 'wx')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw beingMade(folder, readMark(folder))
  }
}

const beingMade = (folder: string, mark: Mark | null) =>
  new StartError(
    `${mark?.state === 'making' ? `Process ${mark.pid}` : 'Another process'} is making the demo in ${folder} at this moment. Wait for it, or end it.`,
  )

/** True while the process that makes the demo is alive. Another process that got its number later does not count. */
const isBeingMade = (mark: Mark): boolean =>
  mark.state === 'making' && mark.pid !== process.pid && isAlive(mark.pid) && processStart(mark.pid) === mark.since

/** Removes a demo with all that belongs to it. Throws `StartError` if it is not the demo's, is being served, or is being made. */
export async function clearFolder(folder: string): Promise<void> {
  const mark = readMark(folder)
  if (!mark) return
  if (isBeingMade(mark)) throw beingMade(folder, mark)
  const database = join(folder, 'database')
  if (existsSync(join(database, 'place.json'))) {
    await endDatabase(folder)
    removeElsewhere(readPlaceFile(database).elsewhere)
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Stops a database that outlived its Backstall. If it is in use, the error names the process that uses it. */
async function endDatabase(dataDir: string): Promise<void> {
  if (!(await findPostmaster(openPlace(dataDir, findBinaries())))) return
  const { stop } = await openEmbedded({ dataDir, connections: 2, address: 'demo', log: () => {}, onLost: () => {} })
  await stop()
}

/** If root cannot run a database in the folder itself, it is in another folder, whose name shows that Backstall made it. */
function removeElsewhere(elsewhere: string | null): void {
  if (elsewhere && /^backstall-[0-9a-f]+$/.test(basename(elsewhere))) rmSync(elsewhere, { recursive: true, force: true })
}
