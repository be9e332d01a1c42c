import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** The name of the call or route that answers, without ids, for metrics and traces; nothing for an unknown address. */
    callName?: string
  }
}

export type Metrics = {
  /** Counts and times an answer, when it has ended. */
  watch: (response: ServerResponse) => void
  /** The metrics of this node as text. */
  text: () => Promise<{ text: string; contentType: string }>
}

/** The metrics of this node; null without a METRICS_TOKEN. Their library is loaded only with one. */
export async function metricsOf(app: App): Promise<Metrics | null> {
  return app.config.metricsToken === null ? null : (await import('#server/app/http/open-metrics.ts')).openMetrics(app)
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Answers the metrics of this node to callers that send METRICS_TOKEN (product §10). Throws `not-found` where none is configured, `not-signed-in` for a wrong one. */
export function answerMetrics({ config: { metricsToken } }: App, metrics: Metrics | null) {
  return async ({ headers: { authorization } }: FastifyRequest, reply: FastifyReply): Promise<string> => {
    if (metricsToken === null || !metrics) throw new AppError('not-found')
    const [, token = ''] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? []
    if (!timingSafeEqual(hash(token), hash(metricsToken))) throw new AppError('not-signed-in')
    const { text, contentType } = await metrics.text()
    reply.type(contentType)
    return text
  }
}
