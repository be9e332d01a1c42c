import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exportCommand } from '#server/app/rescue/export-command.ts'
import { importCommand } from '#server/app/rescue/transfer-command.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { StartError } from '#server/platform/start-error.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { writeExport } from '#server/testing/transfers.ts'
import { testFolder, testServer } from '#server/testing/worker.ts'

const { app } = await openTestApp()
const { path: socket, username, password } = testServer()
const [database] = await app.sql<{ name: string }[]>`select current_database() as name`
const databaseUrl = `postgres://${username}:${password}@${encodeURIComponent(dirname(socket))}:${extname(socket).slice(1)}/${database?.name}`
const config = { ...app.config, databaseUrl }
const going = new AbortController().signal
const run = (...args: string[]) => importCommand(config, args, () => {}, going)

test('an operator checks an export, imports it, and finds each finding in a report of their own', async () => {
  const folder = await writeExport({ 'users.jsonl': '{"id":"shell","email":"shell@example.com"}\n{"id":"none","name":"\\u001b[31m"}\n' })
  const report = join(testFolder(), 'report.jsonl')
  expect((await run(folder, '--dry-run', '--report', report)).split('\n')).toEqual([
    expect.stringMatching(/^users \(line 2, name\), rejected: /),
    '',
    'users         2 read, 1 created, 1 rejected',
    'This was a dry run: nothing was written.',
    `All findings are in ${report}.`,
  ])
  expect(statSync(report).mode & 0o777).toBe(0o600)
  expect(
    readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([expect.objectContaining({ collection: 'users', line: 2, id: 'none', field: 'name', outcome: 'rejected' })])
  const imported = () => app.sql`select id from users where id in ('shell', 'none')`
  expect(await imported()).toEqual([])
  expect(await run(folder)).toContain('users         2 read, 1 created, 1 rejected\nThe import is done.')
  expect(await imported()).toEqual([{ id: 'shell' }])
  expect(await run(folder)).toContain('1 unchanged')
})

test.each([[[]], [['a', 'b']], [['a', '--dry']]])('an import with the arguments %j says how it is used', async (args) => {
  await expect(run(...args)).rejects.toThrow('Usage: npm run import -- <folder>')
})

test('a report that cannot be written is one sentence, before anything is imported', async () => {
  const report = join(testFolder(), 'none', 'report.jsonl')
  const said = await run(await writeExport({ users: [{ id: 'y', email: 'y@example.com' }] }), '--report', report).catch((error) => error)
  expect([said instanceof StartError, said.message]).toEqual([true, expect.stringContaining(`The report cannot be written to ${report}: `)])
  expect(await app.sql`select id from users where id = 'y'`).toEqual([])
})

test('an import that is cancelled says that the next one completes it', async () => {
  await expect(importCommand(config, [await writeExport({ users: [{ id: 'x' }] })], () => {}, AbortSignal.abort())).rejects.toThrow(
    'The import was cancelled.',
  )
})

test('an export with password hashes needs a confirmation, and only its owner can read it', async () => {
  await run(join(packageRoot, 'examples/export'))
  const folder = join(testFolder(), 'export')
  // A test has no terminal that could be asked.
  await expect(exportCommand(config, [folder, '--with-password-hashes'])).rejects.toThrow('Add --yes to confirm this in a script.')
  expect(readdirSync(dirname(folder))).toEqual([])
  expect(await exportCommand(config, [folder, '--with-password-hashes', '--yes'])).toContain(`The export is in ${folder}. Keep it private`)
  expect(readFileSync(join(folder, 'auth.json'), 'utf8')).toContain('"passwordHash":')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    expect([entry.name, statSync(join(entry.parentPath, entry.name)).mode & 0o777]).toEqual([entry.name, entry.isFile() ? 0o600 : 0o700])
  await expect(exportCommand(config, [folder])).rejects.toThrow(`${folder} is not empty.`)
  const plain = join(testFolder(), 'plain')
  await exportCommand(config, [plain])
  expect(readFileSync(join(plain, 'auth.json'), 'utf8')).not.toMatch(/passwordHash|backstallHash/)
  await expect(exportCommand(config, [])).rejects.toThrow('Usage: npm run export -- <folder>')
})
