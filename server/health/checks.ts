import type { Check } from '#domain/health.ts'
import { defaultSettings, type Settings } from '#domain/settings.ts'
import { type Backlog, readBacklog } from '#server/health/backlog.ts'
import {
  clockCheck,
  consumersCheck,
  type DatabaseFacts,
  databaseCheck,
  dispatcherCheck,
  queueCheck,
  readDatabase,
  readFailingEndpoints,
  sessionsCheck,
  versionCheck,
  webhooksCheck,
} from '#server/health/database-checks.ts'
import { attention, type Finding, failing } from '#server/health/finding.ts'
import {
  addressCheck,
  backupCheck,
  diskCheck,
  filesCheck,
  mailServerCheck,
  proxyCheck,
  secretsCheck,
  workersCheck,
} from '#server/health/machine-checks.ts'
import type { Config } from '#server/platform/config.ts'
import { readSecret } from '#server/platform/data-folder.ts'
import { isOtherSecret } from '#server/platform/database/assert-secret.ts'
import type { Pool } from '#server/platform/database/database.ts'
import { problemOf } from '#server/platform/database/open-database.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { TimeLimitError, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { hostsOf } from '#server/platform/database-address.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import type { LoopState } from '#server/platform/events/loop.ts'
import type { Storage } from '#server/platform/files/storage.ts'

/** What is checked: from inside a node, or from the shell with `node` null; without a database, `pool` says why. */
export type Subject = {
  config: Config
  pool: Pool | { unavailable: string }
  settings: Settings | null
  /** The file store that the node has open. */
  storage?: Storage
  node: { loops: readonly LoopState[]; callersWaiting: number } | null
}
type Asked = Pool & { database: Promise<DatabaseFacts>; backlog: Promise<Backlog> }

/** Checks that need the database, and those that do not; `silent` is what is found if there is no answer in time. */
type Row = { title: string; silent?: Finding } & (
  | { ask: (asked: Asked, subject: Subject) => Promise<Finding> }
  | { look: (subject: Subject) => Finding | Promise<Finding> }
)

/** How long (ms) a check may take. */
const patienceMs = 8_000
const inTime = `within ${patienceMs / 1000} seconds`
const noMailServer = failing(
  `The mail server did not answer ${inTime}.`,
  'Check host and port of SMTP_URL, and the network between. Mails wait meanwhile, for up to three days.',
)
const noStore = failing(`The file store did not answer ${inTime}.`, 'Check STORAGE_URL with its endpoint, and the network between.')
const noAnswer = failing(`There was no answer ${inTime}.`, 'Look at the check of the database first, then at the log.')

/** Why a node could not start on the database of DATABASE_URL. */
const startProblem = async ({ databaseUrl }: Config) => (databaseUrl ? problemOf(databaseUrl) : null)
const hostsIn = ({ databaseUrl }: Config) => (databaseUrl ? hostsOf(databaseUrl).hosts.length : 1)
async function hasOtherSecret(config: Config, pool: Subject['pool']): Promise<boolean> {
  const secret = config.sessionSecret ?? readSecret(config.dataDir)
  return secret !== null && !('unavailable' in pool) && isOtherSecret(pool.db, secret)
}

/** Every check, in the order in which the page and `doctor` show them. */
const table: readonly Row[] = [
  { title: 'Version', ask: ({ sql }) => versionCheck(sql) },
  { title: 'Disk', look: ({ config }) => diskCheck(config) },
  {
    title: 'Database',
    ask: async ({ database }, { config }) => databaseCheck(await database, await startProblem(config), hostsIn(config)),
  },
  { title: 'Connections', ask: async ({ database }, { node }) => sessionsCheck(await database, node?.callersWaiting ?? 0) },
  { title: 'Clocks', ask: async ({ database }) => clockCheck(await database) },
  { title: 'Dispatcher', ask: async ({ sql, backlog }) => dispatcherCheck(sql, await backlog) },
  { title: 'Consumers', ask: async ({ backlog }) => consumersCheck(await backlog) },
  { title: 'Workers', look: ({ node }) => workersCheck(node?.loops ?? null) },
  { title: 'Mail server', look: ({ config }) => mailServerCheck(config), silent: noMailServer },
  { title: 'Outgoing mail', ask: async ({ backlog }) => queueCheck(await backlog, 'mail') },
  { title: 'Webhooks', ask: async ({ backlog, sql }) => webhooksCheck(await backlog, await readFailingEndpoints(sql)) },
  { title: 'Bulk decisions', ask: async ({ backlog }) => queueCheck(await backlog, 'bulk decisions') },
  { title: 'Imports', ask: async ({ backlog }) => queueCheck(await backlog, 'imports') },
  { title: 'Files', look: ({ config, storage }) => filesCheck(config, storage), silent: noStore },
  { title: 'Backup', ask: ({ db }, { config, settings }) => backupCheck(config, settings ?? defaultSettings, db) },
  { title: 'Address', look: ({ config }) => addressCheck(config) },
  { title: 'Proxy', look: ({ config }) => proxyCheck(config) },
  { title: 'Secrets', look: async ({ config, pool }) => secretsCheck(config, await hasOtherSecret(config, pool)) },
]

/** Makes all checks, at the same time; one that fails or hangs is a finding itself. */
export async function runChecks(subject: Subject): Promise<Check[]> {
  const { pool } = subject
  const asked = 'unavailable' in pool ? null : { ...pool, database: readDatabase(pool.sql), backlog: readBacklog(pool.sql) }
  // A rejection reaches each check that waits for it.
  for (const one of [asked?.database, asked?.backlog]) one?.catch(() => {})
  const check = async (row: Row): Promise<Finding> => {
    if ('look' in row) return row.look(subject)
    if (asked) return row.ask(asked, subject)
    const why = 'unavailable' in pool ? pool.unavailable : ''
    return row.title === 'Database'
      ? failing(why, 'Start the database, free space on its disk, or correct DATABASE_URL or DATA_DIR.')
      : unknown
  }
  const notMade = (error: unknown, silent = noAnswer) => {
    if (error instanceof TimeLimitError) return silent
    if (noTables.test(codeOf(error))) return empty
    return failing(`This could not be checked: ${messageOf(error)}`, 'Look at the check of the database first, then at the log.')
  }
  return Promise.all(
    table.map(async (row) => ({
      title: row.title,
      ...(await withTimeLimit(() => check(row), patienceMs).catch((error) => notMade(error, row.silent))),
    })),
  )
}

/** PostgreSQL: undefined_table, invalid_schema_name. */
const noTables = /^(42P01|3F000)$/
const empty = failing(
  'Not checked, because the database lacks tables of Backstall.',
  'Start Backstall once, which makes them; or correct DATABASE_URL or DATA_DIR.',
)
const unknown = attention('Not checked, because the database does not answer.', 'See the check of the database.')
