import { rmSync } from 'node:fs'
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient, ORPCError } from '@orpc/server'
import type { contract } from '#contract/contract.ts'
import { setErrorSentences } from '#domain/sentences.ts'
import type { Actor, Role, UserStatus } from '#domain/user.ts'
import { router } from '#server/app/http/router.ts'
import { openFeed } from '#server/app/open-feed.ts'
import { openBulkRunner } from '#server/bulk-decisions/run-bulk-decisions.ts'
import { openImporter } from '#server/imports/importer.ts'
import { openAnnouncementWorker } from '#server/notifications/announcement-worker.ts'
import type { App } from '#server/platform/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openInstallation } from '#server/platform/database/open-installation.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { answerTo, logUnexpected } from '#server/platform/http/errors.ts'
import { forgetLogged } from '#server/platform/log-rarely.ts'
import { openMailWorker } from '#server/platform/mail/mail-worker.ts'
import { openSettings } from '#server/settings/open-settings.ts'
import { linkedMails } from '#server/sign-in/linked-mails.ts'
import { giveBack, takeDatabase } from './app-database.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { addPerson, type Person } from './people.ts'
import { closeAtEnd, testFolder } from './worker.ts'

type Caller = ContractRouterClient<typeof contract>

export type TestApp = {
  app: App
  seller: Person
  rival: Person
  suspended: Person
  admin: Person
  secondAdmin: Person
  visitor: null
  /** The calls of the contract, made by this person through the real router; refusals arrive as over HTTP. */
  caller: (actor: Actor | null) => Caller
  person: (name: string, about?: { role?: Role; status?: UserStatus }) => Promise<Person>
  /** The kinds of the events of an item, in their order. */
  kindsOf: (itemId: string) => Promise<string[]>
  /** Stops Backstall cleanly and starts it again on the same database. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

setErrorSentences()

/**
 * A separate Backstall for a test file: a database as migrated, its own folder, people with sessions. `pool`: the number of
 * its connections, besides three of the workers. It closes with the test that opened it, or with the file.
 */
export async function openTestApp({ pool: size = 4, ...about }: { mailLeaseMs?: number; log?: Log; pool?: number } = {}): Promise<TestApp> {
  forgetLogged()
  const database = await takeDatabase(size)
  const { calls, workers } = database
  const folder = testFolder()
  const { sql, db } = calls
  const wanted = readConfig({ DATA_DIR: folder, CURRENCY: 'EUR', TIME_ZONE: 'Europe/Vienna' })
  const installation = await openInstallation(db, wanted)
  const config = { ...wanted, ...installation, sessionSecret: 'a secret of tests, long enough to be one' }
  const pool = { sql, db }
  const bare = {
    config,
    ...pool,
    identity: pool,
    chat: pool,
    notices: pool,
    background: { sql: workers.sql, db: workers.db },
    ...about,
  }
  const furnished = await furnish(bare)
  const { app } = furnished
  let { stop } = furnished
  const person: TestApp['person'] = (who, about) => addPerson(db, who, about)
  const seller = await person('Sela')
  const rival = await person('Rivka')
  const suspended = await person('Susan', { status: 'suspended' })
  const admin = await person('Ada', { role: 'admin' })
  const secondAdmin = await person('Bert', { role: 'admin' })
  const restart = async () => {
    await stop()
    const again = await furnish(bare)
    Object.assign(app, again.app)
    stop = again.stop
  }
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await stop()
    await giveBack(database)
    rmSync(folder, { recursive: true, force: true })
  }
  closeAtEnd(close)
  const caller = (actor: Actor | null) => createRouterClient(router, { context: { app, actor }, interceptors: [withRefusals] })
  const kindsOf = async (itemId: string) =>
    (await sql<{ kind: string }[]>`select kind from events where item_id = ${itemId} order by id`).map(({ kind }) => kind)
  return { app, seller, rival, suspended, admin, secondAdmin, visitor: null, caller, person, kindsOf, restart, close }
}

/** Turns every error of a call into its refusal. */
async function withRefusals<Result>({ next, path }: { next: () => Promise<Result>; path: readonly string[] }): Promise<Result> {
  try {
    return await next()
  } catch (error) {
    const call = path.join('.')
    const answer = answerTo(error, call)
    logUnexpected(error, answer, call)
    throw new ORPCError(answer.code, answer)
  }
}

type Bare = Pick<App, 'config' | 'sql' | 'db' | 'identity' | 'chat' | 'notices' | 'background'> & { mailLeaseMs?: number; log?: Log }

async function furnish({ mailLeaseMs, log = quiet, ...bare }: Bare): Promise<{ app: App; stop: () => Promise<void> }> {
  const { config, sql, db, background } = bare
  const storage = await openStorage(config.storage)
  const feed = await openFeed({ sql, db, background, config, log: quiet })
  const settings = await openSettings({ db, feed, installation: config, log: quiet })
  const app = { ...bare, storage, passwords: cheapPasswords, settings, feed }
  const runners = [
    openBulkRunner(app, quiet),
    openImporter(app, quiet),
    openMailWorker(app, linkedMails, log, mailLeaseMs),
    openAnnouncementWorker(app, quiet),
  ]
  const stop = async () => {
    await Promise.all(runners.map((runner) => runner.close()))
    await feed.close()
  }
  return { app, stop }
}

/** A log that keeps nothing. */
export const quiet = { info: () => {}, warn: () => {} }

/** The name of the database of a test app. */
export const databaseOf = ({ sql }: Pick<App, 'sql'>): string => sql.options.hosts[0]?.database ?? ''
