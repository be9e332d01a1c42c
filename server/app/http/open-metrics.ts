import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '#server/app/http/metrics.ts'
import { type Backlog, isStopped, readBacklog } from '#server/health/backlog.ts'
import type { App } from '#server/platform/app.ts'
import { statementsGivenUp } from '#server/platform/database/batched.ts'
import { poolsOf } from '#server/platform/database/open-pools.ts'
import { loopStates } from '#server/platform/events/loop.ts'

type Samples = readonly (readonly [labels: Record<string, string>, value: number])[]
type Metric = { kind: typeof Counter | typeof Gauge; help: string; labelNames: string[]; samples: (of: Scrape) => Samples }
/** What a scrape reads: the backlog is null if the database does not answer, and `stopped` with it. */
type Scrape = { app: App; backlog: Backlog | null; stopped: boolean }
type Row<Thing> = readonly [kind: Metric['kind'], help: string, value: (thing: Thing) => number]

/** Metrics of the things that a scrape reads, each with its name as the label. Without a label there is one of them, or none if that is unknown. */
const metricsOf = <Thing extends object>(
  label: string | null,
  read: (scrape: Scrape) => readonly Thing[],
  rows: Record<string, Row<Thing>>,
): [name: string, metric: Metric][] =>
  Object.entries(rows).map(([name, [kind, help, value]]) => {
    const labelsOf = (thing: Thing) => (label ? { [label]: String(Reflect.get(thing, 'name')) } : {})
    const samples = (scrape: Scrape): Samples => read(scrape).map((thing) => [labelsOf(thing), value(thing)])
    return [name, { kind, help, labelNames: label ? [label] : [], samples }]
  })

/** Every metric that is read when it is scraped. Labels are constants in our code. docs/operations.md says what each means. */
const table = [
  ...metricsOf('loop', loopStates, {
    loop_completed_timestamp_seconds: [
      Gauge,
      'End of the last pass without an error, 0 before the first.',
      ({ completedAt }) => (completedAt ?? 0) / 1000,
    ],
    loop_running: [Gauge, '1 while a pass is under way.', ({ running }) => Number(running)],
    loop_failing: [Gauge, '1 if its last pass failed.', ({ failingSince }) => Number(failingSince !== null)],
    loop_stalls_total: [Counter, 'Passes given up because they stalled.', ({ stalls }) => stalls],
  }),
  ...metricsOf('pool', ({ app }) => poolsOf(app), {
    database_pool_size: [Gauge, 'Connections at most.', ({ size }) => size],
    database_pool_open: [Gauge, 'Open connections.', ({ use }) => use.open],
    database_pool_busy: [Gauge, 'Connections at work.', ({ use }) => use.busy],
    database_pool_waiting: [Gauge, 'Callers that wait for a connection.', ({ use }) => use.waiting],
    database_pool_waits_total: [Counter, 'Callers that had to wait.', ({ use }) => use.waits],
    database_pool_wait_seconds_total: [Counter, 'The time they waited in all.', ({ use }) => use.waitMs / 1000],
  }),
  ...metricsOf(null, (scrape) => [scrape], {
    statements_given_up_total: [Counter, 'Statements of chat that the database did not answer in time.', statementsGivenUp],
    database_reachable: [Gauge, '1 if the database answered this scrape.', ({ backlog }) => Number(backlog !== null)],
    live_streams: [Gauge, 'Open live streams and polls.', ({ app }) => app.feed.live.count()],
    live_lag_seconds: [
      Gauge,
      'Age of the moment up to which this node has published every change.',
      ({ app }) => (Date.now() - app.feed.publishedUpTo()) / 1000,
    ],
  }),
  ...metricsOf('queue', ({ backlog }) => backlog?.queues ?? [], {
    queue_waiting: [Gauge, 'What waits for a worker, counted to 10,000.', ({ waiting }) => waiting],
    queue_oldest_seconds: [Gauge, 'Age of the oldest.', ({ oldestSeconds }) => oldestSeconds],
  }),
  ...metricsOf(null, ({ backlog, stopped }) => (backlog ? [{ ...backlog.dispatcher, stopped }] : []), {
    dispatcher_elected: [Gauge, '1 if a node is the dispatcher.', ({ elected }) => Number(elected)],
    dispatcher_stopped: [
      Gauge,
      '1 if hints wait although nothing moves, 0 if the dispatcher works or is only behind.',
      ({ stopped }) => Number(stopped),
    ],
    dispatcher_position: [Gauge, 'The last position given.', ({ position }) => position],
    dispatcher_waiting: [Gauge, 'Hints without a position, counted to 10,000.', ({ waiting }) => waiting],
    dispatcher_lag_seconds: [Gauge, 'Age of the oldest event without a position.', ({ oldestSeconds }) => oldestSeconds ?? 0],
  }),
  ...metricsOf('consumer', ({ backlog }) => backlog?.consumers ?? [], {
    consumer_position: [Gauge, 'The position a consumer has reached.', ({ position }) => position],
    consumer_lag_seconds: [
      Gauge,
      'How long the next event of a consumer has waited since it got its position.',
      ({ lagSeconds }) => lagSeconds ?? 0,
    ],
    consumer_failing: [Gauge, '1 while it fails.', ({ failingSeconds }) => Number(failingSeconds !== null)],
  }),
]

/** The seconds within which calls are counted, up to their time limit. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Answers last as long as their client likes: they are counted, not timed. */
const isUntimed = /^GET \/api\/live/
/** How long (ms) the database is not asked again, so that no scrape, however frequent, loads it. */
const freshMs = 1_000

/** Opens the metrics of this node. Without a METRICS_TOKEN nothing opens them, and nothing is counted. */
export function openMetrics(app: App): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'backstall_calls_total',
    help: 'Answers by call and status.',
    labelNames: ['call', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'backstall_call_duration_seconds',
    help: 'Time to the end of an answer.',
    labelNames: ['call'],
    buckets,
    registers,
  })
  let last: { at: number; reading: Promise<void> } | null = null
  let scrape: Scrape = { app, backlog: null, stopped: false }

  for (const [name, { kind: Kind, help, labelNames, samples }] of table) {
    const metric: Counter | Gauge = new Kind({
      name: `backstall_${name}`,
      help,
      labelNames,
      registers,
      collect: () => {
        const read = samples(scrape)
        metric.reset()
        for (const [labels, value] of read) metric.inc(labels, value)
        // Unknown is not 0.
        if (read.length === 0 && labelNames.length === 0) metric.remove()
      },
    })
  }
  async function read(): Promise<void> {
    const before = scrape.backlog?.dispatcher ?? null
    const backlog = await readBacklog(app.identity.sql).catch(() => null)
    scrape = { app, backlog, stopped: backlog !== null && isStopped(backlog.dispatcher, before) }
  }
  return {
    watch: (response) => {
      const began = performance.now()
      response.once('close', () => {
        const { callName: call = 'unknown' } = response
        calls.inc({ call, status: response.writableFinished ? response.statusCode : 'closed' })
        if (!isUntimed.test(call)) seconds.observe({ call }, (performance.now() - began) / 1000)
      })
    },
    text: async () => {
      if (!last || Date.now() - last.at > freshMs) last = { at: Date.now(), reading: read() }
      await last.reading
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}
