import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCompiled } from '#server/app/http/as-compiled.ts'
import { screenLinks } from '#server/app/http/screen-files.ts'
import { contentSecurityPolicy, newNonce } from '#server/app/http/security-headers.ts'

/** One delivery of the page: its own nonce in the policy and in the text. */
export type Page = { html: string; policy: string }

/** Stands in where nothing is built; in development Vite fills it. */
const notBuilt =
  '<!doctype html><html lang="en"><head><title>Backstall</title></head><p>The pages are not built yet: npm run build</p></html>'

/**
 * The built page as a template, read once. Every delivery names the files of its screen, carries its data, and has a
 * nonce that nobody can know before; the data is not looked through for a place of the nonce. `isAgain`: for a browser that has been here before.
 */
export function openPage(folder: string, pictures: string | null): (pattern: string | null, data: string, isAgain: boolean) => Page {
  const file = join(folder, 'index.html')
  const html = existsSync(file) ? readFileSync(file, 'utf8') : notBuilt
  const [head = [], rest = []] = html.split(/(?=<\/head>)/).map((part) => part.split('__NONCE__'))
  const links = screenLinks(folder, html)
  return (pattern, data, isAgain) => {
    const nonce = newNonce()
    const top = head.join(nonce) + (links.get(pattern ?? '') ?? '')
    return { html: [isAgain ? asCompiled(top) : top, data, rest.join(nonce)].join(''), policy: contentSecurityPolicy(nonce, pictures) }
  }
}
