import { context, DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { codeOf } from '#server/platform/database/outages.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { traceWith } from '#server/platform/tracer.ts'

const kinds = { call: SpanKind.SERVER, statement: SpanKind.CLIENT, pass: SpanKind.INTERNAL } as const
const attributesOf = { call: {}, statement: { 'db.system.name': 'postgresql' }, pass: {} } as const
/** How long (ms) the receiver may take, with retries; a stop waits no longer. */
const timeoutMillis = 2_000

/**
 * Sends spans to an OTLP/HTTP receiver until it is closed. A span has a name, its times, and the code of a failure; nothing else, so no ids
 * and nothing personal.
 */
export async function openTracing({ endpoint, service }: { endpoint: string; service: string }, log: Log) {
  const errors = openErrorLog(log, 'Sending traces')
  const quiet = () => {}
  const failed = (message: string) => errors.failed(new Error(/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? message.slice(0, 100)))
  diag.setLogger({ error: failed, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, { logLevel: DiagLogLevel.ERROR })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('backstall')
  traceWith({
    span: async (kind, nameOf, work) => {
      // Statements of timers would be spans of their own, many per second.
      if (kind === 'statement' && !trace.getActiveSpan()) return work()
      // A pass may have been asked for within a call, but is not part of it.
      const around = kind === 'pass' ? ROOT_CONTEXT : context.active()
      const span = tracer.startSpan(kind, { kind: kinds[kind], attributes: attributesOf[kind] }, around)
      try {
        return await context.with(trace.setSpan(around, span), work)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(error) })
        throw error
      } finally {
        span.updateName(nameOf()).end()
      }
    },
  })
  return {
    close: async () => {
      traceWith(null)
      await withTimeLimit(() => provider.shutdown(), limits.loop.stopMs).catch(errors.failed)
      context.disable()
      diag.disable()
    },
  }
}
