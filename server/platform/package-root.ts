import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`There is no package.json above ${import.meta.dirname}.`)
  return nearestPackage(parent)
}

/** The folder of this package, the same whether the server runs from its sources or bundled from dist/server. */
export const packageRoot = nearestPackage(import.meta.dirname)
