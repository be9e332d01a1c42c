import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '#server/platform/package-root.ts'
import { installedFolder, start } from '#server/testing/process.ts'
import { writeExport } from '#server/testing/transfers.ts'

const many = 12_000
const at = '2024-05-01T10:00:00.000Z'

/** `npm run import`, without npm; `until` resolves once its output matches. */
function importInto(dataDir: string, folder: string) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }
  const child: ChildProcess = spawn(process.execPath, [join(packageRoot, 'scripts/import.ts'), folder], { cwd: packageRoot, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (/^users +[\d,]+ read/m.test(printed)) resolve()
    })
  ended.then(({ printed }) => reject(new Error(`The import ended before it was killed:\n${printed}`)))
  promise.catch(() => {})
  return { begun: promise, kill: () => child.kill('SIGKILL'), ended }
}

test('server and import are killed in the middle; the next import completes it, and nobody is there twice', {
  timeout: 120_000,
}, async () => {
  const dataDir = await installedFolder()
  const users = Array.from({ length: many }, (_, n) => ({ id: `p${n}`, email: `p${n}@example.com`, createdAt: at }))
  const chats = [{ id: 'c', buyerId: 'p0', createdAt: at, messages: [{ id: 'm', senderId: 'p0', text: 'Hello', timestamp: at }] }]
  const folder = await writeExport({ users, chats, products: [{ id: 'x', title: 5 }] })
  const server = start({ dataDir })
  await server.ready()
  const first = importInto(dataDir, folder)
  await first.begun
  server.kill('SIGKILL')
  first.kill()
  expect((await first.ended).printed).not.toContain('The import is done.')
  await server.ended
  const { code, printed } = await importInto(dataDir, folder).ended
  expect(code).toBe(0)
  const [, created = '', unchanged = ''] = /^users +12,000 read, ([\d,]+) created, ([\d,]+) unchanged$/m.exec(printed) ?? []
  const counted = [created, unchanged].map((text) => Number(text.replaceAll(',', '')))
  expect(printed).toContain('products (line 1, title), rejected: Use text here.')
  expect(printed).toContain('The import is done.')
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(many)
  expect(counted.every((count) => count > 0 && count % 500 === 0)).toBe(true)
  // What was killed left nothing that stops the server or a third import.
  const again = start({ dataDir })
  await again.ready()
  expect((await importInto(dataDir, folder).ended).printed).toContain(
    'users         12,000 read, 12,000 unchanged\nproducts      1 read, 1 rejected\nchats         1 read, 1 unchanged',
  )
  again.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
