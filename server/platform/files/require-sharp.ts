import { createRequire } from 'node:module'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Checks, without loading it, that the picture library for this machine is installed: npm skips it together with optional packages. Throws
 * `StartError`.
 */
export function requireSharp(resolve: (name: string) => string = createRequire(import.meta.url).resolve): void {
  const machine = `${process.platform}-${process.arch}`
  const packages = [machine, machine.replace('linux-', 'linuxmusl-'), 'wasm32'].map((name) => `@img/sharp-${name}/package`)
  const isThere = packages.some((name) => {
    try {
      return resolve(name) !== ''
    } catch {
      return false
    }
  })
  if (isThere) return
  throw new StartError(`The picture library sharp is not installed for this machine (${machine}). Run "npm ci" without --omit=optional.`)
}
