import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { filesFor } from './page-weight.ts'

const hashed = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 12)

/**
 * Writes the service worker of the built pages (`sw.js`) and the page it shows if the server cannot be reached (`offline.html`). Neither
 * contains personal data. The page has no nonce, because a cached nonce would be known: the code before the first paint is a separate file,
 * and the policy allows no inline script.
 */
export async function buildWorker(folder: string): Promise<void> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const begin = /<script nonce="__NONCE__">(.*?)<\/script>/s.exec(html)
  if (!begin?.[1]) throw new Error('The page does not begin as it used to: no script with a nonce.')
  const first = `/assets/begin-${hashed(begin[1])}.js`
  writeFileSync(join(folder, first), begin[1])
  const standIn = withoutNonce(html.replace(begin[0], `<script src="${first}"></script>`))
  writeFileSync(join(folder, 'offline.html'), standIn)
  const files = [
    '/offline.html',
    '/icon.svg',
    first,
    ...filesFor(folder, ['index.html', 'app/layout/Layout.tsx']).map((name) => `/${name}`),
  ]
  const missing = files.filter((file) => !existsSync(join(folder, file)))
  if (missing.length > 0) throw new Error(`The worker would keep what is not there: ${missing.join(', ')}`)
  // Any change of the build changes the bytes of the worker, by which browsers notice a new one.
  const name = hashed(standIn + readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(name), FILES: JSON.stringify(files) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: { entry: 'web/worker/service-worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  })
}

function withoutNonce(html: string): string {
  const plain = html.replace(/\s*<meta [^>]*csp-nonce[^>]*>/g, '').replaceAll(' nonce="__NONCE__"', '')
  if (plain.includes('__NONCE__') || /<script(?![^>]*\ssrc=)/.test(plain)) throw new Error('The stand-in page has a script of its own.')
  return plain.replace('</title>', '</title>\n    <meta name="backstall-stands-in" content="" />')
}
