import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Buyer } from '#domain/widget.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'

const prefix = '/api/widget/files/'
const { fileMs } = limits.widget

type Signed = { path: string; buyerId: string; until: number }

const signatureOf = ({ config }: Pick<App, 'config'>, { path, buyerId, until }: Signed): string =>
  createHmac('sha256', config.sessionSecret).update(`widget file\n${path}\n${buyerId}\n${until}`).digest('base64url')

/** The address at which this buyer loads a stored file, for `fileMs` to twice that. It stays the same throughout a period, so that browsers reuse the file. */
export function fileAddress(app: Pick<App, 'config'>, { id: buyerId }: Pick<Buyer, 'id'>, path: string): string {
  const until = (Math.floor(Date.now() / fileMs) + 2) * fileMs
  return `${prefix}${path}?${new URLSearchParams({ for: buyerId, until: String(until), signature: signatureOf(app, { path, buyerId, until }) })}`
}

/** The buyer to whom this address was given. Throws `not-found` for a changed or expired one. */
export function buyerOfAddress(app: Pick<App, 'config'>, path: string, query: Record<string, unknown>): { id: string; expiresAt: number } {
  const buyerId = String(query.for)
  const until = Number(query.until)
  const signature = Buffer.from(String(query.signature))
  const right = Buffer.from(signatureOf(app, { path, buyerId, until }))
  if (signature.length !== right.length || !timingSafeEqual(signature, right) || until <= Date.now()) throw new AppError('not-found')
  return { id: buyerId, expiresAt: until }
}
