import type { Config } from '#server/platform/config.ts'
import { inUrl } from '#server/platform/http/origin.ts'

/** Hosts that listen on all addresses, which a link cannot name. */
const everywhere = new Set(['0.0.0.0', '::'])

/** The beginning of links in mails: PUBLIC_URL, or without it the address we listen on (product §10). */
export function homeAddress({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${inUrl(everywhere.has(host) ? 'localhost' : host)}:${port}`
}
