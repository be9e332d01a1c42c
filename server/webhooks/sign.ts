import { createHmac, randomBytes } from 'node:crypto'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { seal, unseal } from '#server/platform/sealed.ts'

type Sealing = Pick<App, 'config'>

/** A new secret, sealed for the database. */
export const newSecret = ({ config }: Sealing): string => seal(randomBytes(limits.webhook.secretBytes), config.sessionSecret, 'webhook')

/** A secret in the form that receivers verify with (Standard Webhooks, "Signature scheme"). Null if it was sealed with another session secret. */
export function shownSecret({ config }: Sealing, sealed: string): string | null {
  const secret = unseal(sealed, config.sessionSecret, 'webhook')
  return secret && `whsec_${secret.toString('base64')}`
}

type Signed = { id: string; body: string; secrets: readonly string[] }

/** The three headers of Standard Webhooks, with a signature for each of the secrets. Null if no secret can be read. */
export function signed({ config }: Sealing, { id, body, secrets }: Signed): Record<string, string> | null {
  const keys = secrets.map((sealed) => unseal(sealed, config.sessionSecret, 'webhook')).filter((key) => key !== null)
  if (keys.length === 0) return null
  const timestamp = Math.floor(Date.now() / 1000)
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
