import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { modulesCheck } from './modules.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'backstall-modules-'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const architecture = `# Architecture

\`\`\`
server/
  app
  orders   chats
  users
  platform/http
  platform/database
web/
  app
  ui
\`\`\`
`
const sound = {
  'server/app/main.ts': "import { place } from '#server/orders/place.ts'\nimport '#server/chats/chat.ts'\nplace()\n",
  'server/orders/place.ts': "import { who } from '#server/users/who.ts'\nimport type { Chat } from '#server/chats/chat.ts'\n",
  'server/chats/chat.ts': "import { answer } from '#server/platform/http/answer.ts'\n",
  'server/users/who.ts': "import { type Order } from '#server/orders/place.ts'\nimport { sql } from '#server/platform/database/sql.ts'\n",
  'server/users/who.test.ts': "import { place } from '#server/orders/place.ts'\n",
  'server/platform/http/answer.ts': "import { sql } from '#server/platform/database/sql.ts'\n",
  'server/platform/database/sql.ts': "import { limits } from '#domain/limits.ts'\n",
  'server/testing/test-app.ts': "import { place } from '#server/orders/place.ts'\n",
  'web/app/main.tsx': "const { Button } = await import('#web/ui/Button.tsx')\n",
  'web/ui/Button.tsx': "import { t } from './t.ts'\n",
  'web/ui/t.ts': '',
}

function check(files: Record<string, string> = {}) {
  for (const [path, text] of Object.entries({ 'ARCHITECTURE.md': architecture, ...sound, ...files })) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return modulesCheck(project)
}

test('modules that import only what is below them pass, and the diagram of their imports is printed', () => {
  const { ok, output } = check()
  expect(output).toBe(`server/
  app
  chats   orders
  platform/http   users
  platform/database
web/
  app
  ui
`)
  expect(ok).toBe(true)
})

test.each<[fault: string, files: Record<string, string>, said: string]>([
  [
    'an import that goes up',
    { 'server/users/who.ts': "import { place } from '#server/orders/place.ts'\n" },
    'server/users/who.ts → server/orders/place.ts: users may not import orders, which is not below it in ARCHITECTURE.md',
  ],
  [
    'an import over several lines',
    { 'server/users/who.ts': "import {\n  place,\n} from '#server/orders/place.ts'\n" },
    'users may not import orders',
  ],
  [
    'an import of a folder in the same row',
    { 'server/chats/chat.ts': "export * from '#server/orders/place.ts'\n" },
    'chats may not import orders',
  ],
  ['a relative import', { 'server/users/who.ts': "import { place } from '../orders/place.ts'\n" }, 'users may not import orders'],
  ['a dynamic import', { 'web/ui/Button.tsx': "await import('#web/app/main.tsx')\n" }, 'ui may not import app'],
  ['an import for its side effect', { 'web/ui/Button.tsx': "import '#web/app/main.tsx'\n" }, 'ui may not import app'],
  [
    'a part of the platform that imports a noun',
    { 'server/platform/http/answer.ts': "import { who } from '#server/users/who.ts'\n" },
    'platform/http may not import users',
  ],
  [
    'an import after a list of types',
    { 'server/users/who.ts': "export type A = number\nexport { place } from '#server/orders/place.ts'\n" },
    'users may not import orders',
  ],
  [
    'an import after a comment on imports',
    { 'server/users/who.ts': "// What we import type by type.\nimport { place } from '#server/orders/place.ts'\n" },
    'users may not import orders',
  ],
  ['an import of styles', { 'web/ui/Button.tsx': "import css from '#web/app/main.module.css'\n" }, 'ui may not import app'],
  [
    'an import of test code',
    { 'server/users/who.ts': "import { openWorld } from '#server/testing/test-app.ts'\n" },
    'users may not import testing, which is for tests',
  ],
  [
    'a part of the platform above a noun that it imports',
    {
      'ARCHITECTURE.md': architecture.replace('  users\n  platform/http\n', '  platform/http\n  users\n'),
      'server/platform/http/answer.ts': "import { who } from '#server/users/who.ts'\n",
    },
    'platform/http may not import users, as the platform knows no noun',
  ],
  [
    'a folder with two places',
    { 'ARCHITECTURE.md': architecture.replace('  users', '  users   chats') },
    'ARCHITECTURE.md places server/chats twice',
  ],
  ['a folder without a place', { 'server/sales/total.ts': '' }, 'server/sales has no place in ARCHITECTURE.md'],
  ['a file without a folder', { 'server/sales.ts': '' }, 'server/sales.ts has no place in ARCHITECTURE.md'],
  [
    'a place without a folder',
    { 'ARCHITECTURE.md': architecture.replace('users', 'users   sales') },
    'ARCHITECTURE.md places server/sales, which does not exist',
  ],
])('%s is named', (_, files, said) => {
  const { ok, output } = check(files)
  expect(output).toContain(said)
  expect(ok).toBe(false)
})

test('folders that import each other are named together', () => {
  const { output } = check({ 'server/users/who.ts': "import { place } from '#server/orders/place.ts'\n" })
  expect(output).toContain('in a circle: app orders users')
})
