import { type StorageCode, StorageError } from '#domain/storage-error.ts'
import { type Opened, openWorkers } from '#server/app/background.ts'
import { openHttp } from '#server/app/http/http.ts'
import { openFeed } from '#server/app/open-feed.ts'
import type { App } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import { openDataFolder, storedSessionSecret } from '#server/platform/data-folder.ts'
import { assertSecret, refuseOtherSecret } from '#server/platform/database/assert-secret.ts'
import { migrateUnderLock } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { openInstallation } from '#server/platform/database/open-installation.ts'
import { openPools, type Pools } from '#server/platform/database/open-pools.ts'
import { codeOf, outageOf } from '#server/platform/database/outages.ts'
import { type Log, messageOf } from '#server/platform/events/error-log.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { requireSharp } from '#server/platform/files/require-sharp.ts'
import { passwords } from '#server/platform/passwords.ts'
import { StartError } from '#server/platform/start-error.ts'
import { openSettings } from '#server/settings/open-settings.ts'
import { createSupportAdmin } from '#server/users/create-support-admin.ts'

/** A running Backstall: its address, and a function that stops it cleanly. */
export type Running = { address: string; stop: () => Promise<void> }

/**
 * Starts everything in order. An error on the way closes what was opened and is thrown; `StartError` and `ConfigError` carry a sentence for
 * the operator. `onLost` is called if the embedded database dies and cannot be restarted.
 */
export async function startBackstall(config: Config, log: Log, onLost: (reason: unknown) => void): Promise<Running> {
  const opened: Opened = []
  const ending = new AbortController()
  try {
    if (config.tracesTo) opened.push(await (await import('#server/app/open-tracing.ts')).openTracing(config.tracesTo, log))
    const atWork: Opened = []
    const app = await openApp(config, log, { onLost, ending: ending.signal }, opened, atWork)
    atWork.push(...openWorkers(app, log))
    const http = await openHttp(app)
    atWork.push(http)
    await http.listen().catch((error: unknown) => refuseToListen(config, error))
    const stop = () => {
      ending.abort()
      return closeAll(opened)
    }
    return { address: http.address(), stop }
  } catch (error) {
    await closeAll(opened)
    throw config.databaseUrl ? asStartError(error) : error
  }
}

/** PostgreSQL: insufficient_privilege. */
const notAllowed = '42501'

/** Too few rights in the database of DATABASE_URL, or its outage during the start, as a sentence; any other error as it is. */
function asStartError(error: unknown): unknown {
  if (codeOf(error) === notAllowed)
    return new StartError(
      `The role of DATABASE_URL has too few rights in its database: ${messageOf(error)}. Make it the owner of the database and of all in it.`,
    )
  const outage = outageOf(error)
  return outage ? new StartError(`The start failed because ${outage.sentence}: ${messageOf(error)}.`, { lasting: false }) : error
}

/**
 * Closes all at once, so that several that hang take no longer than one; the first error is thrown at the end. What is written after the
 * feed is closed is in the database: other nodes publish it, or this one after its next start.
 */
async function closeTogether(opened: Opened): Promise<void> {
  const closed = await Promise.allSettled(opened.map(async ({ close }) => close()))
  for (const one of closed) if (one.status === 'rejected') throw one.reason
}

/** Closes in reverse order, even after one fails; the error is thrown at the end. */
async function closeAll(opened: Opened): Promise<void> {
  const last = opened.pop()
  if (!last) return
  try {
    await last.close()
  } finally {
    await closeAll(opened)
  }
}

type About = { onLost: (reason: unknown) => void; ending: AbortSignal }

async function openApp(config: Config, log: Log, about: About, opened: Opened, atWork: Opened): Promise<App> {
  requireSharp()
  openDataFolder(config.dataDir)
  const database = await openDatabase(config, { log: log.info, ...about })
  opened.push({ close: database.stop })
  const { pools, close } = openPools(database.address, config.databasePool)
  opened.push({ close })
  opened.push({ close: () => closeTogether(atWork) })
  const sessionSecret = config.sessionSecret ?? storedSessionSecret(config.dataDir)
  // Before the database is changed, and again under the lock.
  await refuseOtherSecret(pools.db, sessionSecret)
  return migrateUnderLock(database.address, async () => {
    const app = await furnish({ ...config, sessionSecret }, pools, log, atWork)
    await createSupportAdmin(app, log.info)
    return app
  })
}

async function furnish(config: Config & { sessionSecret: string }, pools: Pools, log: Log, atWork: Opened): Promise<App> {
  const { chat, identity, background } = pools
  const installation = await openInstallation(pools.db, config, log.info)
  await assertSecret(pools.db, config.sessionSecret)
  const storage = await openStorage(config.storage).catch(refuseStorage)
  const settled = { ...config, ...installation }
  const feed = await openFeed({ ...chat, background, config: settled, log })
  atWork.push(feed)
  const settings = await openSettings({ db: identity.db, feed, installation, log })
  return { config: settled, ...pools, storage, passwords, settings, feed }
}

/** What may end by itself, such as a full disk. */
const passing: readonly StorageCode[] = ['quota-exceeded', 'retry-limit-exceeded', 'unknown']

const keysTo: Partial<Record<StorageCode, string>> = {
  unauthenticated: ' Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  'unauthorized-app': ' Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
}

function refuseStorage(error: unknown): never {
  if (error instanceof StorageError)
    throw new StartError(`The file store (STORAGE_URL) cannot be used: ${error.message} (${error.code})${keysTo[error.reason] ?? ''}`, {
      lasting: !passing.includes(error.reason),
    })
  throw error
}

function refuseToListen({ host, port }: Config, error: unknown): never {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    throw new StartError(`Port ${port} on ${host} is taken by another program. End that, or choose another PORT.`, { lasting: false })
  if (code === 'EACCES') throw new StartError(`This account may not listen on port ${port}. Choose a PORT above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartError(`HOST "${host}" is no address of this machine.`)
  throw error
}
