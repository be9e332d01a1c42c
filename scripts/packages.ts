import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './run.ts'

/** Maximum megabytes (of 1,000,000 bytes; a disk takes some 7 % more) of an install by `npm ci --omit=dev`. */
const mostMegabytes = 400

const allowedLicences = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 PostgreSQL Unlicense'.split(' '),
)
/** Allowed only for the image library that sharp loads as a separate file. */
const lgpl = 'LGPL-3.0-or-later'
/** For lock files written with a registry that does not report deprecations. */
const knownAsDeprecated = /^@esbuild-kit\//

type Package = {
  name?: string
  version?: string
  license?: string
  deprecated?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Installed = Package & { path: string; name: string }

/** Fails if a production install is too large or contains a development tool, or if a package must not be used here. */
export async function packagesCheck(folder = '.'): Promise<Outcome> {
  const { '': root = {}, ...entries } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages as Record<
    string,
    Package
  >
  const all = Object.entries(entries).map(([path, entry]) => ({ ...entry, path, name: entry.name ?? nameOf(path) }))
  const known = new Set(all.map(({ path }) => nameOf(path)))
  // npm leaves out packages of other platforms; all others of a full install exist.
  const production = all.filter(({ dev, path }) => !dev && existsSync(join(folder, path)))
  const paths = new Set(all.map(({ path }) => path))
  const megabytes = production.reduce((sum, { path }) => sum + bytesOf(folder, path, paths), 0) / 1_000_000
  const faults = [
    ...(megabytes > mostMegabytes ? [`A production install takes more than ${mostMegabytes} MB.`] : []),
    ...all.flatMap((entry) => faultsOf(entry, folder).map((fault) => `${entry.path}: ${fault}`)),
    ...production
      .filter(({ name, devOptional }) => devOptional || root.devDependencies?.[name])
      .map(({ path }) => `${path}: a tool of development is part of a production install`),
    ...[root, ...all].flatMap(({ name, optionalDependencies = {} }) =>
      Object.keys(optionalDependencies)
        .filter((part) => !known.has(part))
        .map((part) => `${part}: ${name ?? 'package.json'} needs it on another platform, but the lock file lacks it`),
    ),
  ]
  const size = `production install: ${megabytes.toFixed(0)} MB of ${mostMegabytes} MB, ${production.length} packages`
  return { ok: faults.length === 0, output: [...faults, size, ''].join('\n'), seconds: 0 }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function faultsOf({ path, name, version, license, deprecated, resolved, optional, devOptional }: Installed, folder: string): string[] {
  const manifest = join(folder, path, 'package.json')
  const isMissing = !existsSync(manifest)
  const faults: [boolean, string][] = [
    [!isAllowed(license, name), `licence ${license ?? 'not named'}`],
    [deprecated !== undefined || knownAsDeprecated.test(name), `deprecated: ${deprecated ?? 'its authors say so'}`],
    [resolved !== undefined, 'the lock file names the registry it came from (omit-lockfile-registry-resolved in .npmrc)'],
    [isMissing && !optional && !devOptional, 'not installed: run npm ci'],
    [!isMissing && JSON.parse(readFileSync(manifest, 'utf8')).version !== version, `not installed as ${version}: run npm ci`],
  ]
  return faults.filter(([is]) => is).map(([, fault]) => fault)
}

/** Of alternatives (OR) one must be allowed; of combined licences (AND) all. */
function isAllowed(license = '', name: string): boolean {
  const ids = license.replace(/[()]/g, '').split(/ (?:AND|OR) /)
  const allowed = (id: string) => allowedLicences.has(id) || (id === lgpl && name.startsWith('@img/sharp-'))
  return license.includes(' AND ') ? ids.every(allowed) : ids.some(allowed)
}

/** Bytes of the files of a package, without the packages inside it. */
function bytesOf(folder: string, path: string, packages: Set<string>): number {
  return readdirSync(join(folder, path), { withFileTypes: true }).reduce((sum, file) => {
    const inside = `${path}/${file.name}`
    if (file.isDirectory()) return sum + (packages.has(inside) ? 0 : bytesOf(folder, inside, packages))
    return sum + (file.isFile() ? statSync(join(folder, inside)).size : 0)
  }, 0)
}
