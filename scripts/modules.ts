import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import type { Outcome } from './run.ts'

/** An import that runs code or loads styles, from one folder of a column to another. */
type Import = { from: string; to: string; line: string }

const columns = ['server', 'web'] as const
const isTest = /\.test\.tsx?$|\/testing\//
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g
/** Whether it imports only types, the names, and the path; or the path of a side-effect import or a dynamic import. */
const statement =
  /^\s*(?:import|export)\s+(type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^}]*\})?)\s*from\s*['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]/gm

/**
 * Fails on a folder of `server/` or `web/` that ARCHITECTURE.md does not place, on an import of a folder in the same row or above, and on a platform
 * folder that imports a noun. Every import goes down, so there are no cycles. The output ends with the diagram that the imports give.
 */
export function modulesCheck(folder = '.'): Outcome {
  const text = readFileSync(join(folder, 'ARCHITECTURE.md'), 'utf8')
  const found = columns.map((column) => checkColumn(folder, column, rowsIn(text, column)))
  const faults = found.flatMap((one) => one.faults)
  return { ok: faults.length === 0, output: [...faults, ...found.map((one) => one.diagram), ''].join('\n'), seconds: 0 }
}

/** The rows of a column's diagram, from the top: after a line such as `server/` in a code block, to the next empty line or the end of the block. */
function rowsIn(text: string, column: string): string[][] {
  const [, block = ''] = new RegExp(`^${column}/\\n((?: +.+\\n)+)`, 'm').exec(text) ?? []
  return block.split('\n').flatMap((row) => (row.trim() ? [row.trim().split(/\s+/)] : []))
}

function checkColumn(folder: string, column: string, rows: string[][]): { faults: string[]; diagram: string } {
  const files = globSync(`${column}/**/*.{ts,tsx}`, { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  const sources = files.filter((file) => !isTest.test(file))
  const folders = new Set(sources.map(moduleOf))
  const drawn = rows.flat()
  const rowOf = new Map(rows.flatMap((row, at) => row.map((name) => [name, at] as const)))
  const imports = sources.flatMap((file) => importsOf(folder, file))
  const faults = [
    ...[...folders].filter((name) => !rowOf.has(name)).map((name) => `${column}/${name} has no place in ARCHITECTURE.md`),
    ...drawn.filter((name) => !folders.has(name)).map((name) => `ARCHITECTURE.md places ${column}/${name}, which does not exist`),
    ...drawn.filter((name, at) => drawn.indexOf(name) !== at).map((name) => `ARCHITECTURE.md places ${column}/${name} twice`),
    ...imports.flatMap(({ from, to, line }) => {
      const why = whyNot(rowOf, from, to)
      return why ? [`${line}: ${from} may not import ${to}, ${why}`] : []
    }),
  ]
  return { faults, diagram: diagramOf(column, folders, imports) }
}

function whyNot(rowOf: ReadonlyMap<string, number>, from: string, to: string): string | null {
  if (to === 'testing') return 'which is for tests'
  if (isPlatform(from) && !isPlatform(to)) return 'as the platform knows no noun'
  const upper = rowOf.get(from)
  const lower = rowOf.get(to)
  return upper !== undefined && lower !== undefined && upper >= lower ? 'which is not below it in ARCHITECTURE.md' : null
}

const isPlatform = (name: string): boolean => /^(platform|ui$)/.test(name)

/** The folder of a file: `products`, `platform/database`; for a file directly in its column, the file itself. */
function moduleOf(file: string): string {
  const [, first = '', ...rest] = file.split('/')
  return first === 'platform' && rest.length > 1 ? `platform/${rest[0]}` : first
}

function importsOf(folder: string, file: string): Import[] {
  const [column] = file.split('/')
  const text = readFileSync(join(folder, file), 'utf8').replace(comment, '')
  return [...text.matchAll(statement)].flatMap(([, typeOnly, names = '', from, bare, lazy]) => {
    if (typeOnly || isOnlyTypes(names)) return []
    const name = from ?? bare ?? lazy ?? ''
    const path = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(file), name) : ''
    if (!path.startsWith(`${column}/`)) return []
    const here = moduleOf(file)
    const there = moduleOf(path)
    return here === there ? [] : [{ from: here, to: there, line: `${file} → ${path}` }]
  })
}

/** `{ type A, type B }` imports nothing at run time. */
function isOnlyTypes(names: string): boolean {
  const [, inner = ''] = /^\{([^}]*)\}$/.exec(names.trim()) ?? []
  const each = inner.split(',').map((name) => name.trim())
  return inner !== '' && each.every((name) => name === '' || name.startsWith('type '))
}

/** The folders in rows, each as low as its imports allow; folders in a cycle are in the last line. */
function diagramOf(column: string, folders: Set<string>, imports: Import[]): string {
  const rows: string[][] = []
  const left = new Set(folders)
  for (;;) {
    const row = [...left].filter((name) => imports.every(({ from, to }) => from !== name || !left.has(to))).sort()
    if (row.length === 0) break
    rows.unshift(row)
    for (const name of row) left.delete(name)
  }
  const circle = left.size > 0 ? [`  in a circle: ${[...left].sort().join(' ')}`] : []
  return [`${column}/`, ...rows.map((row) => `  ${row.join('   ')}`), ...circle].join('\n')
}

if (import.meta.main) {
  const { ok, output } = modulesCheck()
  console.log(output)
  if (!ok) process.exitCode = 1
}
