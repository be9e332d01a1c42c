import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '#server/platform/config.ts'

const loopbackNames = ['localhost', '127.0.0.1', '::1']
/** A host as written in a URL. */
export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Our own origins: that of PUBLIC_URL, or without it the loopback names and HOST on this port (product §10). */
export function ourOrigins(config: Pick<Config, 'publicUrl' | 'host'>, port: number): ReadonlySet<string> {
  if (config.publicUrl) return new Set([new URL(config.publicUrl).origin])
  return new Set([...loopbackNames, config.host].map((name) => new URL(`http://${inUrl(name)}:${port}`).origin))
}

/**
 * True if a browser sent this on behalf of another site. `Origin` decides if present, else `Sec-Fetch-Site`; programs other than browsers
 * send neither header, and no cookies of other people.
 */
export function comesFromElsewhere(headers: IncomingHttpHeaders, ours: ReadonlySet<string>): boolean {
  if (headers.origin !== undefined) return !ours.has(headers.origin)
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
