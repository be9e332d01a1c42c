import type { IncomingMessage } from 'node:http'
import type { App } from '#server/platform/app.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { comesFromElsewhere, ourOrigins } from '#server/platform/http/origin.ts'
import { openAuthentication } from '#server/sessions/authenticate.ts'

const readOnly = new Set(['GET', 'HEAD'])

/** What every request is asked before anything else, whichever way it takes: where from, on whose behalf, who. */
export type RequestContext = ReturnType<typeof openRequestContext>

export function openRequestContext(app: App) {
  let ours = ourOrigins(app.config, app.config.port)
  return {
    people: openAuthentication({ ...app, ...app.identity }),
    addressOf: clientAddress(app.config.trustProxy),
    /** True for a request that would change something on behalf of another site. */
    isForeign: ({ method = '', headers }: IncomingMessage) => !readOnly.has(method) && comesFromElsewhere(headers, ours),
    /** With port 0 our own origins are known only once we listen. */
    listensOn: (port: number) => {
      ours = ourOrigins(app.config, port)
    },
  }
}
