import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts'

/** One delivery of the page: its own nonce in the policy and in the text. */
export type Page = { html: string; policy: string }

/** Stands in where nothing is built; in development Vite fills it. */
const notBuilt = '<!doctype html><html lang="en"><title>Backstall</title><p>The pages are not built yet: npm run build</p></html>'

/** The built page as a template, read once. Every delivery has a nonce that nobody can know before. */
export function openPage(folder: string, pictures: string | null): () => Page {
  const file = join(folder, 'index.html')
  const parts = (existsSync(file) ? readFileSync(file, 'utf8') : notBuilt).split('__NONCE__')
  return () => {
    const nonce = newNonce()
    return { html: parts.join(nonce), policy: contentSecurityPolicy(nonce, pictures) }
  }
}
