import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checks } from './checks.ts'
import { run } from './run.ts'

type Files = Record<string, string>
let project: string

/** A project that contains only the rules, so that every fault in it was planted by the test. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'backstall-checks-'))
  const rules = [
    'biome.json',
    'knip.jsonc',
    'package.json',
    'tsconfig.json',
    'tsconfig.web.json',
    'tsconfig.pure.json',
    'tsconfig.widget.json',
    'tsconfig.worker.json',
    'tsconfig.e2e.json',
  ]
  for (const file of rules) cpSync(file, join(project, file))
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function plant(files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
}

const lint = () => run([...checks['format, lint and import rules'], '--vcs-enabled=false', '.'], { cwd: project })

const importing = (...modules: string[]) =>
  modules.map((module, at) => `import * as m${at} from '${module}'\n\nexport { m${at} }\n`).join('')

/** A module that no file of a column may import. */
const forbidden: [file: string, module: string][] = [
  ['domain/a.ts', 'node:fs'],
  ['domain/a.ts', 'postgres'],
  ['domain/a.ts', '#contract/contract.ts'],
  ['domain/a.ts', '#server/platform/app.ts'],
  ['domain/a.ts', '#web/platform/rpc/rpc.ts'],
  ['domain/a.ts', './limits.ts'],
  ['domain/a.test.ts', '#server/platform/app.ts'],
  ['contract/a.ts', '#server/platform/app.ts'],
  ['contract/a.ts', '#web/platform/rpc/rpc.ts'],
  ['contract/a.ts', '@orpc/server'],
  ['server/products/a.ts', '#web/platform/rpc/rpc.ts'],
  ['server/products/a.ts', 'react'],
  ['server/products/a.ts', '../users/find-me.ts'],
  ['server/products/a.ts', 'pg'],
  ['server/products/a.ts', 'postgres'],
  ['server/products/a.ts', '@orpc/server'],
  ['server/platform/database/a.ts', '@orpc/server'],
  ['server/app/http/a.ts', 'postgres'],
  ['server/app/http/a.ts', '#web/platform/rpc/rpc.ts'],
  ['web/products/a.tsx', '#server/platform/app.ts'],
  ['web/products/a.tsx', 'node:fs'],
  ['web/products/a.tsx', 'drizzle-orm'],
  ['web/products/a.tsx', '@orpc/client'],
  ['web/products/a.tsx', '../platform/rpc/rpc.ts'],
  ['web/app/a.tsx', '@orpc/client'],
  ['web/platform/rpc/a.ts', '#server/platform/app.ts'],
  ['web/ui/a.tsx', '#domain/limits.ts'],
  ['web/ui/a.tsx', '#contract/contract.ts'],
  ['web/ui/a.tsx', '#web/platform/rpc/rpc.ts'],
  ['web/ui/a.tsx', '#web/products/price.ts'],
  ['widget/a.tsx', '#web/platform/rpc/rpc.ts'],
  ['widget/a.tsx', '#server/platform/app.ts'],
  ['widget/a.tsx', 'react'],
  ['widget/a.tsx', 'zod'],
  ['e2e/a.ts', '#domain/limits.ts'],
  ['bench/a.ts', '#server/platform/app.ts'],
]

test('no column imports from a column to its right', async () => {
  const files = new Map<string, string[]>()
  for (const [file, module] of forbidden) files.set(file, [...(files.get(file) ?? []), module])
  plant(Object.fromEntries([...files].map(([file, modules]) => [file, importing(...modules)])))
  const { ok, output } = await run(['biome', 'lint', '--vcs-enabled=false', '--reporter=github', '--only=style/noRestrictedImports', '.'], {
    cwd: project,
  })
  expect(ok).toBe(false)
  const found = new Set([...output.matchAll(/file=([^,]+),line=(\d+)/g)].map(([, file = '', line]) => `${relative(project, file)}:${line}`))
  for (const [file, modules] of files) {
    modules.forEach((module, at) => {
      expect(found, `${file} imports ${module}`).toContain(`${file}:${at * 3 + 1}`)
    })
  }
})

test('every column may import from the columns to its left', async () => {
  plant({
    'domain/a.ts': importing('#domain/limits.ts', 'zod'),
    'contract/a.ts': importing('#contract/products.ts', '#domain/limits.ts', '@orpc/contract', 'zod'),
    'server/products/a.ts': importing(
      '#contract/products.ts',
      '#domain/limits.ts',
      '#server/platform/http/os.ts',
      'drizzle-orm',
      'node:fs',
    ),
    'web/products/a.tsx': importing(
      '#contract/products.ts',
      '#domain/limits.ts',
      '#web/platform/rpc/rpc.ts',
      '#web/ui/Button.tsx',
      'react',
    ),
    'web/ui/a.tsx': importing('#web/platform/i18n/messages.ts', '#web/ui/Button.tsx', 'react'),
  })
  const { output } = await run(['biome', 'lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', '.'], { cwd: project })
  expect(output).not.toContain('noRestrictedImports')
  expect(output).toContain('Checked')
})

const promise = 'async function save(): Promise<void> {}\n\nexport function run() {\n  save()\n}\n'

test.each<[fault: string, files: Files, rule: RegExp]>([
  ['a file is not formatted', { 'domain/a.ts': 'export const a   = 1;\n' }, /a\.ts format/],
  [
    'imports are not in order',
    { 'domain/a.ts': "import { b } from '#domain/b.ts'\nimport { z } from 'zod'\n\nexport const a = [z, b]\n" },
    /organizeImports/,
  ],
  ['a promise floats', { 'server/a.ts': promise }, /noFloatingPromises/],
  ['an import is not used', { 'server/a.ts': "import { os } from '#server/platform/http/os.ts'\n" }, /noUnusedImports/],
  ['any is written', { 'server/a.ts': 'export const a: any = 1\n' }, /noExplicitAny/],
  ['the environment is read beside the configuration', { 'server/products/a.ts': 'export const a = process.env.PORT\n' }, /noProcessEnv/],
  ['the browser prints to the console', { 'web/a.ts': "console.log('here')\n" }, /noConsole/],
  [
    'two files import each other',
    {
      'domain/a.ts': "import { b } from '#domain/b.ts'\n\nexport const a = () => b()\n",
      'domain/b.ts': "import { a } from '#domain/a.ts'\n\nexport const b = (): void => a()\n",
    },
    /noImportCycles/,
  ],
  ['a test is left out', { 'domain/a.test.ts': "import { test } from 'vitest'\n\ntest.skip('later', () => {})\n" }, /noSkippedTests/],
])('the build stops when %s', async (_fault, files, rule) => {
  plant(files)
  const { ok, output } = await lint()
  expect(output).toMatch(rule)
  expect(ok).toBe(false)
})

test.each<[fault: string, check: keyof typeof checks, files: Files, error: RegExp]>([
  ['the server has a wrong type', 'types of the server and the scripts', { 'server/a.ts': "export const a: number = 'one'\n" }, /TS2322/],
  ['the browser has a wrong type', 'types of the browser', { 'web/a.tsx': "export const a: number = 'one'\n" }, /TS2322/],
  ['a journey has a wrong type', 'types of the journeys', { 'e2e/a.ts': "export const a: number = 'one'\n" }, /TS2322/],
  [
    'the domain uses the browser',
    'domain and contract know neither Node nor the browser',
    { 'domain/a.ts': 'export const a = () => document.title\n' },
    /Cannot find name 'document'/,
  ],
  [
    'the domain uses Node',
    'domain and contract know neither Node nor the browser',
    { 'domain/a.ts': 'export const a = () => process.pid\n' },
    /Cannot find name 'process'/,
  ],
  [
    'an export is unused',
    'unused code and dependencies',
    {
      'scripts/start.ts': "import { used } from '#server/a.ts'\n\nused()\n",
      'server/a.ts': 'export const used = () => {}\nexport const lonely = 1\n',
    },
    /lonely/,
  ],
  ['a file is unused', 'unused code and dependencies', { 'scripts/start.ts': '', 'server/lonely.ts': 'export {}\n' }, /lonely\.ts/],
])('the build stops when %s', async (_fault, check, files, error) => {
  plant(files)
  const { ok, output } = await run(checks[check], { cwd: project })
  expect(output).toMatch(error)
  expect(ok).toBe(false)
})

test('a project without faults passes', async () => {
  plant({ 'domain/a.ts': 'export const a = 1\n' })
  const { output } = await lint()
  expect(output).not.toMatch(/a\.ts/)
})
