import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { rescueDatabase } from '#server/app/rescue/rescue-database.ts'
import { importCommand } from '#server/app/rescue/transfer-command.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { installedFolder, start } from '#server/testing/process.ts'
import { writeExport } from '#server/testing/transfers.ts'
import { connected } from '#server/testing/worker.ts'

/** Eight batches, and it is killed before the fifth. */
const many = 4_000
const at = '2024-05-01T10:00:00.000Z'

/** `npm run import`, without npm. */
function importInto(dataDir: string, folder: string) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(inject('folder'), 'compiled') }
  const child: ChildProcess = spawn(process.execPath, [join(packageRoot, 'scripts/import.ts'), folder], { cwd: packageRoot, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }))
  return { kill: () => child.kill('SIGKILL'), ended }
}

/**
 * Makes imports wait at a person in the middle, whom a transaction of the test is about to add. Returns how to wait for the first batch, and how to
 * let the imports go on.
 */
async function openBarrier(config: Config) {
  const { sql } = connected((await rescueDatabase(config)).address, 2)
  const adding = await sql.reserve()
  await adding`begin`
  await adding`insert into users (id, name, email) values (${`p${many / 2}`}, 'Somebody', 'somebody@example.com')`
  return {
    begun: async () => void (await expect.poll(() => sql`select from users where id = 'p0'`).toHaveLength(1)),
    lift: async () => {
      await adding`rollback`
      adding.release()
    },
  }
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
  const config = readConfig({ DATA_DIR: dataDir })
  const { begun, lift } = await openBarrier(config)
  const first = importInto(dataDir, folder)
  await begun()
  server.kill('SIGKILL')
  first.kill()
  expect((await first.ended).printed).not.toContain('The import is done.')
  await server.ended
  await lift()
  const { code, printed } = await importInto(dataDir, folder).ended
  expect(code).toBe(0)
  const [, created = '', unchanged = ''] = /^users +4,000 read, ([\d,]+) created, ([\d,]+) unchanged$/m.exec(printed) ?? []
  const counted = [created, unchanged].map((text) => Number(text.replaceAll(',', '')))
  expect(printed).toContain('products (line 1, title), rejected: Use text here.')
  expect(printed).toContain('The import is done.')
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(many)
  expect(counted.every((count) => count > 0 && count % 500 === 0)).toBe(true)
  // What was killed left nothing that stops the server or a third import.
  const again = start({ dataDir })
  await again.ready()
  expect(await importCommand(config, [folder], () => {}, new AbortController().signal)).toContain(
    'users         4,000 read, 4,000 unchanged\nproducts      1 read, 1 rejected\nchats         1 read, 1 unchanged',
  )
  again.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
