// Plain JavaScript, so that an old Node can report what is wrong; loaded before every script of package.json.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(`Backstall runs on Node 24 or newer; this is ${process.version}.`)
  console.error(
    'On Linux with glibc, "npm ci" brings the right one by itself, unless optional dependencies are left out (--omit=optional).',
  )
  console.error('Elsewhere install Node 24 or newer: https://nodejs.org/en/download')
  process.exit(1)
}

// Caches compiled code: the next start is faster and does not load the 30 MB of the type stripper.
module.enableCompileCache(fileURLToPath(new URL('../dist/compiled', import.meta.url)))
