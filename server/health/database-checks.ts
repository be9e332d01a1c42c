import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Backlog, countMax, isStopped, readBacklog } from '#server/health/backlog.ts'
import { attention, counted, duration, type Finding, failing, failingFor, ok, size, subject } from '#server/health/finding.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { compareSchema } from '#server/platform/database/migrate.ts'
import { packageRoot } from '#server/platform/package-root.ts'

/** What the database says of itself; `skewMs` is how far its clock is ahead of this machine's, `askedMs` how long it took to answer. */
export type DatabaseFacts = {
  version: string
  bytes: number
  isReadOnly: boolean
  /** Whether a commit waits for a standby. */
  waitsForStandby: boolean
  /** Sessions of all nodes, of all clients, and how many there may be. */
  sessions: number
  sessionsInAll: number
  sessionsMax: number
  skewMs: number
  askedMs: number
}

/** Client sessions, without the one that asks. Of other accounts PostgreSQL may not tell the type. */
const sessionsWhere = (condition: string) => `(select count(*)::int from pg_stat_activity where ${condition}
  and coalesce(backend_type, 'client backend') = 'client backend' and usename is not null and pid <> pg_backend_pid())`

export async function readDatabase(sql: Sql): Promise<DatabaseFacts> {
  // The first statement may have to open a connection.
  await sql`select 1`
  const began = performance.now()
  const sentAt = Date.now()
  const [clock] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  const askedMs = performance.now() - began
  const [row] = await sql<Omit<DatabaseFacts, 'skewMs' | 'askedMs'>[]>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local') as "waitsForStandby", current_setting('max_connections')::int as "sessionsMax",
      ${sql.unsafe(sessionsWhere(`application_name = 'backstall' and datname = current_database()`))} as sessions,
      ${sql.unsafe(sessionsWhere('true'))} as "sessionsInAll"`
  if (!row || !clock) throw new Error('The database gave no answer.')
  return { ...row, askedMs, skewMs: clock.ms - sentAt - askedMs / 2 }
}

const slowMs = 100
const second = 1_000

/** `problem` is why a node could not start on this database; `hosts` how many DATABASE_URL names. */
export function databaseCheck(facts: DatabaseFacts, problem: { text: string } | null, hosts = 1): Finding {
  const { version, bytes, isReadOnly, askedMs, waitsForStandby } = facts
  const text = `PostgreSQL ${version.split(' ')[0]}, ${size(bytes)}, answers in ${askedMs < 1 ? 'less than 1' : Math.round(askedMs)} ms.`
  if (isReadOnly) return failing(`${text} It is read-only.`, 'Point DATABASE_URL to the primary, or end its read-only mode.')
  if (problem)
    return failing(`${text} Backstall cannot use it: ${problem.text.replace(/\.?$/, '.')}`, 'Correct DATABASE_URL, or that server.')
  if (hosts > 1 && !waitsForStandby)
    return attention(
      `${text} It waits for no standby: when it fails, the writes that were acknowledged last may be lost.`,
      'Set synchronous_standby_names, and synchronous_commit to on, in PostgreSQL, so that a write waits for a standby; or accept that loss.',
    )
  if (askedMs > slowMs) return attention(text, 'Check the load on the database, and its distance from this machine.')
  return ok(text)
}

export function clockCheck({ skewMs }: Pick<DatabaseFacts, 'skewMs'>): Finding {
  const apart = Math.abs(skewMs) / 1000
  const text = `The clocks of this machine and of the database are ${apart < 1 ? 'less than a second' : duration(apart)} apart.`
  const action = 'Let both machines take the time from NTP. Codes of authenticator apps are refused when a clock is wrong.'
  if (apart > 30) return failing(text, action)
  return apart > 2 ? attention(text, action) : ok(text)
}

export async function versionCheck(sql: Sql): Promise<Finding> {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  const { missing, unknown, applied } = await compareSchema(sql)
  const text = `Backstall ${version} on Node ${process.versions.node}; the database has ${counted(applied, 'migration')}.`
  if (unknown > 0)
    return failing(
      `${text} Of these, this version does not know ${unknown}.`,
      'Start the version that changed the database, or a later one.',
    )
  if (missing > 0)
    return attention(`${text} It lacks ${counted(missing, 'migration')}.`, 'Start this version of Backstall once; it changes the database.')
  return ok(text)
}

export function sessionsCheck({ sessions, sessionsInAll, sessionsMax }: DatabaseFacts, waiting: number): Finding {
  const text = `The database has ${counted(sessionsInAll, 'connection')} of the ${sessionsMax.toLocaleString('en')} that it allows, ${sessions} of them from Backstall.`
  if (sessionsInAll > sessionsMax * 0.9) return attention(text, 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL.')
  if (waiting > 0)
    return attention(
      `${text} On this node, ${subject(waiting, 'caller', 'wait')} for one.`,
      'If this lasts, raise DATABASE_POOL, or look for statements that hang.',
    )
  return ok(text)
}

const stopped =
  'Restart the node that is the dispatcher; if none is elected, start one. The log says why "Giving positions to what happened" fails.'

/** Reads once more if the dispatcher looks stopped, to tell a stop from a backlog. */
export async function dispatcherCheck(sql: Sql, { dispatcher }: Backlog): Promise<Finding> {
  const { elected, waiting, oldestSeconds } = dispatcher
  const shown = `${waiting >= countMax ? 'At least ' : ''}${subject(waiting, 'hint', 'wait')}`
  const behind = `${shown} for a position, the oldest for ${duration(oldestSeconds ?? 0)}.`
  if (isStopped(dispatcher, dispatcher)) {
    await new Promise((resolve) => setTimeout(resolve, second))
    const again = (await readBacklog(sql)).dispatcher
    if (isStopped(again, dispatcher)) return failing(`The dispatcher has stopped. ${behind}`, stopped)
    return attention(
      `The dispatcher works, but is behind. ${behind}`,
      'Wait: screens show changes late. If it lasts, check the load on the database.',
    )
  }
  if (!elected) return attention('No node is the dispatcher, so no node of Backstall is running.', 'Start Backstall: npm start.')
  return ok('A node is the dispatcher, and nothing waits for it.')
}

export function consumersCheck({ consumers }: Backlog): Finding {
  const failed = consumers.filter(({ failingSeconds }) => failingSeconds !== null)
  const names = (some: typeof consumers) => some.map(({ name }) => `"${name}"`).join(', ')
  if (failed.length > 0) {
    const longest = Math.max(...failed.map(({ failingSeconds }) => failingSeconds ?? 0))
    return failingFor(
      longest,
      names(failed),
      'The log says why, under the name of the consumer. It is retried; what follows from events waits, and nothing is lost.',
    )
  }
  const late = consumers.filter(({ lagSeconds }) => (lagSeconds ?? 0) > 60)
  if (late.length > 0) {
    const lag = duration(Math.max(...late.map(({ lagSeconds }) => lagSeconds ?? 0)))
    return attention(
      `Behind by ${lag}: ${names(late)}.`,
      'Wait, or check the load on the database: notifications, webhooks and figures come late.',
    )
  }
  return ok(`${subject(consumers.length, 'consumer', 'follow')} the events.`)
}

type Patience = { noun: string; late: number; tooLate: number; action: string }
const minute = 60
const whichEndpoint = 'Settings → Webhooks says which endpoint fails, and why.'
/** How long (s) the oldest entry of a queue may wait. */
const patience: Record<string, Patience> = {
  mail: {
    noun: 'mail',
    late: 10 * minute,
    tooLate: 6 * 60 * minute,
    action: 'Try npm run backstall -- test-mail with your address, and check SMTP_URL.',
  },
  webhooks: {
    noun: 'delivery',
    late: 15 * minute,
    tooLate: Number.POSITIVE_INFINITY,
    action: whichEndpoint,
  },
  'bulk decisions': {
    noun: 'bulk decision',
    late: 2 * minute,
    tooLate: 15 * minute,
    action: 'The log says why "Carrying out bulk decisions" fails.',
  },
  imports: { noun: 'import', late: 60 * minute, tooLate: 24 * 60 * minute, action: 'The log says why "Working on imports" fails.' },
}

export function queueCheck({ queues }: Backlog, queue: string): Finding {
  const { waiting = 0, oldestSeconds = 0 } = queues.find(({ name }) => name === queue) ?? {}
  const { noun, late, tooLate, action } = patience[queue] ?? { noun: queue, late: 0, tooLate: 0, action: '' }
  if (waiting === 0) return ok('Nothing waits.')
  const text = `${waiting >= countMax ? 'At least ' : ''}${counted(waiting, noun)} in the queue, the oldest for ${duration(oldestSeconds)}.`
  if (oldestSeconds > tooLate) return failing(text, action)
  return oldestSeconds > late ? attention(text, action) : ok(text)
}

/** How many endpoints have not accepted their last message. */
export async function readFailingEndpoints(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints where enabled and failing_since is not null`
  return row?.count ?? 0
}

/** An endpoint that fails needs attention before its messages have waited for long. */
export function webhooksCheck(backlog: Backlog, failingEndpoints: number): Finding {
  const queue = queueCheck(backlog, 'webhooks')
  if (failingEndpoints === 0 || queue.state !== 'ok') return queue
  return attention(`${subject(failingEndpoints, 'endpoint', 'fail')}. ${queue.text}`, whichEndpoint)
}
