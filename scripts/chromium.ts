import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const installed = '/usr/bin/chromium'
const unpacked = resolve('node_modules/.cache/chromium')
/** Font configuration of the browser from npm. */
const fontList = join(unpacked, 'fonts.conf')
const nssPlaces = ['/usr/lib', '/usr/lib64', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']

/** For tests of this file only: `npm` behaves as if the machine had no Chromium, `npm-libraries` as if it had no libnss3 either. */
const pretended = process.env.E2E_CHROMIUM

const ownBrowser = !pretended && existsSync(installed)
const ownLibraries = pretended !== 'npm-libraries' && nssPlaces.some((place) => existsSync(join(place, 'libnss3.so')))

/** Path of the machine's browser if it has one, else of the one from npm, which `unpackChromium` puts there. */
export const chromiumPath = ownBrowser ? installed : join(unpacked, 'chromium')

/** Environment of the browser from npm: its fonts, and its libraries if the machine lacks them. */
export const chromiumEnvironment: Record<string, string> = {
  ...(ownBrowser ? {} : { FONTCONFIG_FILE: fontList }),
  ...(ownBrowser || ownLibraries ? {} : { LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') }),
}

/** Flags for a machine without network, display or sandbox. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Unpacks the browser from npm if the machine has none; once, and completely or not at all. */
export async function unpackChromium(): Promise<void> {
  if (existsSync(chromiumPath) && (ownBrowser || existsSync(fontList))) return
  const half = `${unpacked}.${process.pid}`
  const temporary = process.env.TMPDIR
  mkdirSync(half, { recursive: true })
  // The package unpacks only into the folder for temporary files.
  process.env.TMPDIR = half
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await inflate(resolve('node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
    await chromium.executablePath()
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
  // Its own font list names only folders of another machine, and without a font a page shows no text.
  writeFileSync(join(half, 'fonts.conf'), fontsIn(join(unpacked, 'fonts', 'fonts'), '/usr/share/fonts'))
  rmSync(unpacked, { recursive: true, force: true })
  renameSync(half, unpacked)
}

const fontsIn = (...folders: string[]) =>
  `<?xml version="1.0"?><fontconfig>${folders.map((folder) => `<dir>${folder}</dir>`).join('')}<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n`
