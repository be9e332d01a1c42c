import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '#server/app/http/metrics.ts'
import { type Backlog, isStopped, readBacklog } from '#server/health/backlog.ts'
import type { App } from '#server/platform/app.ts'
import { statementsGivenUp } from '#server/platform/database/batched.ts'
import { poolsOf } from '#server/platform/database/open-pools.ts'
import { loopStates } from '#server/platform/events/loop.ts'

type Samples = readonly (readonly [labels: Record<string, string>, value: number])[]
type Metric = { kind: typeof Counter | typeof Gauge; help: string; samples: (of: Scrape) => Samples }
/** What a scrape reads: the backlog is null if the database does not answer, and `stopped` with it. */
type Scrape = { app: App; backlog: Backlog | null; stopped: boolean }

const bare = (value: number): Samples => [[{}, value]]
const ofPools = ({ app }: Scrape, value: (pool: ReturnType<typeof poolsOf>[number]) => number): Samples =>
  poolsOf(app).map((pool) => [{ pool: pool.name }, value(pool)])
const ofLoops = (value: (loop: ReturnType<typeof loopStates>[number]) => number): Samples =>
  loopStates().map((loop) => [{ loop: loop.name }, value(loop)])
const ofQueues = ({ backlog }: Scrape, value: (queue: Backlog['queues'][number]) => number): Samples =>
  (backlog?.queues ?? []).map((queue) => [{ queue: queue.name }, value(queue)])
const ofConsumers = ({ backlog }: Scrape, value: (consumer: Backlog['consumers'][number]) => number): Samples =>
  (backlog?.consumers ?? []).map((consumer) => [{ consumer: consumer.name }, value(consumer)])
const ofDispatcher = ({ backlog }: Scrape, value: (dispatcher: Backlog['dispatcher']) => number): Samples =>
  backlog ? bare(value(backlog.dispatcher)) : []

/** Every metric that is read when it is scraped. Labels are constants in our code. docs/operations.md says what each means. */
const table: Record<string, Metric> = {
  loop_completed_timestamp_seconds: {
    kind: Gauge,
    help: 'End of the last pass without an error, 0 before the first.',
    samples: () => ofLoops(({ completedAt }) => (completedAt ?? 0) / 1000),
  },
  loop_running: { kind: Gauge, help: '1 while a pass is under way.', samples: () => ofLoops(({ running }) => Number(running)) },
  loop_failing: {
    kind: Gauge,
    help: '1 if its last pass failed.',
    samples: () => ofLoops(({ failingSince }) => Number(failingSince !== null)),
  },
  loop_stalls_total: { kind: Counter, help: 'Passes given up because they stalled.', samples: () => ofLoops(({ stalls }) => stalls) },
  statements_given_up_total: {
    kind: Counter,
    help: 'Statements of chat that the database did not answer in time.',
    samples: () => bare(statementsGivenUp()),
  },
  database_reachable: {
    kind: Gauge,
    help: '1 if the database answered this scrape.',
    samples: ({ backlog }) => bare(Number(backlog !== null)),
  },
  database_pool_size: { kind: Gauge, help: 'Connections at most.', samples: (of) => ofPools(of, ({ size }) => size) },
  database_pool_open: { kind: Gauge, help: 'Open connections.', samples: (of) => ofPools(of, ({ use }) => use.open) },
  database_pool_busy: { kind: Gauge, help: 'Connections at work.', samples: (of) => ofPools(of, ({ use }) => use.busy) },
  database_pool_waiting: {
    kind: Gauge,
    help: 'Callers that wait for a connection.',
    samples: (of) => ofPools(of, ({ use }) => use.waiting),
  },
  database_pool_waits_total: { kind: Counter, help: 'Callers that had to wait.', samples: (of) => ofPools(of, ({ use }) => use.waits) },
  database_pool_wait_seconds_total: {
    kind: Counter,
    help: 'The time they waited in all.',
    samples: (of) => ofPools(of, ({ use }) => use.waitMs / 1000),
  },
  live_streams: { kind: Gauge, help: 'Open live streams and polls.', samples: ({ app }) => bare(app.feed.live.count()) },
  live_lag_seconds: {
    kind: Gauge,
    help: 'Age of the moment up to which this node has published every change.',
    samples: ({ app }) => bare((Date.now() - app.feed.publishedUpTo()) / 1000),
  },
  queue_waiting: {
    kind: Gauge,
    help: 'What waits for a worker, counted to 10,000.',
    samples: (of) => ofQueues(of, ({ waiting }) => waiting),
  },
  queue_oldest_seconds: { kind: Gauge, help: 'Age of the oldest.', samples: (of) => ofQueues(of, ({ oldestSeconds }) => oldestSeconds) },
  dispatcher_elected: {
    kind: Gauge,
    help: '1 if a node is the dispatcher.',
    samples: (of) => ofDispatcher(of, ({ elected }) => Number(elected)),
  },
  dispatcher_stopped: {
    kind: Gauge,
    help: '1 if hints wait although nothing moves, 0 if the dispatcher works or is only behind.',
    samples: (of) => ofDispatcher(of, () => Number(of.stopped)),
  },
  dispatcher_position: { kind: Gauge, help: 'The last position given.', samples: (of) => ofDispatcher(of, ({ position }) => position) },
  dispatcher_waiting: {
    kind: Gauge,
    help: 'Hints without a position, counted to 10,000.',
    samples: (of) => ofDispatcher(of, ({ waiting }) => waiting),
  },
  dispatcher_lag_seconds: {
    kind: Gauge,
    help: 'Age of the oldest event without a position.',
    samples: (of) => ofDispatcher(of, ({ oldestSeconds }) => oldestSeconds ?? 0),
  },
  consumer_position: {
    kind: Gauge,
    help: 'The position a consumer has reached.',
    samples: (of) => ofConsumers(of, ({ position }) => position),
  },
  consumer_lag_seconds: {
    kind: Gauge,
    help: 'How long the next event of a consumer has waited since it got its position.',
    samples: (of) => ofConsumers(of, ({ lagSeconds }) => lagSeconds ?? 0),
  },
  consumer_failing: {
    kind: Gauge,
    help: '1 while it fails.',
    samples: (of) => ofConsumers(of, (one) => Number(one.failingSeconds !== null)),
  },
}

const labelsOf = (name: string): string[] => {
  const [, label] = /^(loop|database_pool|queue|consumer)_/.exec(name) ?? []
  return label ? [label.replace('database_', '')] : []
}

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

  for (const [name, { kind: Kind, help, samples }] of Object.entries(table)) {
    const labelNames = labelsOf(name)
    const metric: Counter | Gauge = new Kind({
      ...{ name: `backstall_${name}`, help, labelNames, registers },
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
