import type { Config } from '#server/platform/config.ts'
import { inUrl } from '#server/platform/http/origin.ts'

/** Listening everywhere is no address that a link could name. */
const everywhere = new Set(['0.0.0.0', '::'])

/** The address that links in mails begin with: PUBLIC_URL, or without it where we listen (product §10). */
export function homeAddress({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${inUrl(everywhere.has(host) ? 'localhost' : host)}:${port}`
}
