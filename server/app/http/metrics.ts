import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { statementsGivenUp } from '#server/platform/database/batched.ts'
import { type LoopState, loopStates } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const seconds = (ms: number | null) => (ms === null ? 0 : ms / 1000)

const ofLoops: readonly [name: string, type: 'counter' | 'gauge', help: string, value: (loop: LoopState) => number][] = [
  [
    'backstall_loop_completed_timestamp_seconds',
    'gauge',
    'End of the last pass without an error, 0 before the first.',
    (loop) => seconds(loop.completedAt),
  ],
  ['backstall_loop_running', 'gauge', '1 while a pass is under way.', (loop) => Number(loop.running)],
  ['backstall_loop_stalls_total', 'counter', 'Passes that were given up because they stalled.', (loop) => loop.stalls],
]

/** The text format of Prometheus, version 0.0.4. Loop names are constants in our code; those of consumers contain quotes. */
function metricsText({ config }: App): string {
  const label = (name: string) => name.replace(/[\\"]/g, '\\$&')
  const lines = ofLoops.flatMap(([name, type, help, value]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...loopStates().map((loop) => `${name}{loop="${label(loop.name)}"} ${value(loop)}`),
  ])
  return `${lines.join('\n')}
# HELP backstall_statements_given_up_total Statements of chat that the database did not answer in time.
# TYPE backstall_statements_given_up_total counter
backstall_statements_given_up_total ${statementsGivenUp()}
# HELP backstall_database_pool_size Connections to the database at most, by what they are for.
# TYPE backstall_database_pool_size gauge
backstall_database_pool_size{pool="calls"} ${config.databasePool}
${Object.entries(limits.database.pools)
  .map(([name, size]) => `backstall_database_pool_size{pool="${name}"} ${size}`)
  .join('\n')}
`
}

/** Answers the metrics of this node to callers that send METRICS_TOKEN (product §10). Throws `not-found` where none is configured, `not-signed-in` for a wrong one. */
export function answerMetrics(app: App) {
  const { metricsToken } = app.config
  return async ({ headers: { authorization } }: FastifyRequest, reply: FastifyReply): Promise<string> => {
    if (metricsToken === null) throw new AppError('not-found')
    const [, token = ''] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? []
    if (!timingSafeEqual(hash(token), hash(metricsToken))) throw new AppError('not-signed-in')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return metricsText(app)
  }
}
