import type { IncomingMessage } from 'node:http'
import type { App } from '#server/platform/app.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { comesFromElsewhere, ourOrigins } from '#server/platform/http/origin.ts'
import { openAuthentication } from '#server/sessions/authenticate.ts'

const readOnly = new Set(['GET', 'HEAD'])

/** What is checked of every request before its call, by all routes: client address, origin, person. */
export type RequestContext = ReturnType<typeof openRequestContext>

export function openRequestContext(app: App) {
  let ours = ourOrigins(app.config, app.config.port)
  return {
    people: openAuthentication({ ...app, ...app.identity }),
    addressOf: clientAddress(app.config.trustProxy),
    /** True for a request that would change something on behalf of another site. */
    isForeign: ({ method = '', headers }: IncomingMessage) => !readOnly.has(method) && comesFromElsewhere(headers, ours),
    /** Sets the actual port: with port 0 our own origins are known only once the server listens. */
    listensOn: (port: number) => {
      ours = ourOrigins(app.config, port)
    },
  }
}
