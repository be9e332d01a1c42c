import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { Finding } from '#domain/transfer.ts'
import { exportCommand } from '#server/app/rescue/export-command.ts'
import { importCommand } from '#server/app/rescue/transfer-command.ts'
import { locks } from '#server/platform/database/locks.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { StartError } from '#server/platform/start-error.ts'
import { addTransferRun } from '#server/testing/fixtures.ts'
import { aPicture, isStored } from '#server/testing/listing.ts'
import { databaseOf, openTestApp, quiet, type TestApp } from '#server/testing/test-app.ts'
import { type ExportContent, writeExport } from '#server/testing/transfers.ts'
import { testFolder, testServer } from '#server/testing/worker.ts'
import { workOnNext } from '#server/transfers/work-on-runs.ts'

const going = new AbortController().signal
const png = await aPicture()

/** The configuration of a command on the database of this app, with a data folder and a file store of its own. */
async function configOf({ app }: TestApp, own = app.config.storage) {
  const { path: socket, username, password } = testServer()
  const databaseUrl = `postgres://${username}:${password}@${encodeURIComponent(dirname(socket))}:${extname(socket).slice(1)}/${databaseOf(app)}`
  return { ...app.config, storage: own, databaseUrl }
}

const served = await openTestApp()
const elsewhere = testFolder()
const config = await configOf(served, { kind: 'file', folder: join(elsewhere, 'files') })
const worker = openLoop('Importing', (alive) => workOnNext(served.app, alive), { log: quiet, everyMs: 20 })
afterAll(() => worker.close())
const own = await configOf(served)
const stopped = await openTestApp()
const alone = await configOf(stopped)
await stopped.app.feed.close()

const run = (...args: string[]) => importCommand(config, args, () => {}, going)

const newest = async () => (await served.caller(served.admin).transfers.list()).runs[0]

/** What a command printed or refused, with all its findings; all of it sorted, as the order of files is that of the disk. */
async function outcomeOf(of: typeof config, args: readonly string[]) {
  const report = join(testFolder(), 'report.jsonl')
  const said = await importCommand(of, [...args, '--report', report], () => {}, going).catch((error: unknown) => {
    if (error instanceof StartError) return `refused: ${error.message}`
    throw error
  })
  const findings = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  const shown = findings
    .map((line) => JSON.parse(line) as Finding)
    .map(({ collection, line, id, field, code }) => [collection, line, id, field, code].join(' '))
  return { findings: findings.toSorted(), shown: shown.toSorted(), said: said.replaceAll(report, '').split('\n').toSorted().join('\n') }
}

const person = (id: string, more: object = {}) => ({ id, email: `${id}@example.com`, ...more })
type Case = { content: ExportContent; args?: string[]; change?: (folder: string) => void; said: string; findings: string[] }
const cases: Record<string, Case> = {
  'records of which some are broken': {
    content: { 'users.jsonl': `{"id":\n${JSON.stringify(person('both', { role: 'admin' }))}\n`, products: [{ id: 'x', title: 5 }] },
    said: 'The import is done.',
    findings: ['products 1 x title type-string', 'users 1   broken-json', 'users 2 both role waits-as-admin'],
  },
  'a dry run': {
    content: { users: [person('dry')], 'auth.json': '{"users":[{"localId":"lone","email":"lone@example.com"}]}' },
    args: ['--dry-run'],
    said: 'This was a dry run: nothing was written.',
    findings: ['auth 1 lone  hash-missing', 'auth 1 lone  no-profile', 'users 1 dry  no-account'],
  },
  'amounts in major units, and hashes that would cost too much': {
    content: {
      users: [person('major')],
      products: [{ id: 'm1', title: 'Lamp', seller_id: 'major', price: '12.505' }],
      'hash-config.json': '{"base64_signer_key":"AA==","base64_salt_separator":"AA==","rounds":8,"mem_cost":40}',
    },
    args: ['--major-units'],
    said: 'products      1 read, 1 rejected',
    findings: ['auth    hash-config', 'products 1 m1 price not-an-amount'],
  },
  'files of hostile names, links, damaged, missing and too large ones': {
    content: {
      users: [person('files')],
      products: [{ id: 'f1', title: 'Lamp', seller_id: 'files', images: [{ path: 'products/f1/0_a.png', bytes: png.length }] }],
      'files/products/f1/0_a.png': png,
      'files/products/f1/1_b.png': 'no picture',
      'files/products/f1/2_c.png': '',
      'files/elsewhere/a\\b.png': png,
      'files/elsewhere/\u001bc\nd.png': png,
      'files.jsonl': JSON.stringify({ path: 'products/f1/7_gone.png', sha256: 'a'.repeat(64), name: 'gone.png' }),
    },
    change: (folder) => {
      const place = join(folder, 'files/products/f1')
      symlinkSync('/etc/passwd', join(place, '3_link.png'))
      symlinkSync(place, join(folder, 'files/round'))
      writeFileSync(join(place, '4_large.png'), '')
      truncateSync(join(place, '4_large.png'), limits.image.bytesMax + 1)
      mkdirSync(Buffer.concat([Buffer.from(`${place}/x`), Buffer.from([0xff])]))
      mkdirSync(join(folder, 'files', 'a/'.repeat(12)), { recursive: true })
    },
    said: 'files         10 read, 1 created, 9 rejected',
    findings: [
      ...['files  a/a/a/a/a/a/a/a/a  file-name', 'files  elsewhere/\u001bc\nd.png  file-name'],
      ...['files  elsewhere/a\\b.png  file-name', 'files  products/f1/1_b.png  file-type'],
      ...[
        'files  products/f1/2_c.png  file-type',
        'files  products/f1/3_link.png  file-link',
        'files  products/f1/4_large.png  file-too-large',
      ],
      ...['files  products/f1/7_gone.png  file-not-sent', 'files  products/f1/x\ufffd  file-unreadable', 'files  round  file-link'],
    ],
  },
  'a folder without an export': { content: { 'readme.txt': 'hello' }, said: 'refused: There is no export in ', findings: [] },
  'both forms of a file': { content: { 'users.json': '[]', users: [] }, said: 'has both users.jsonl and users.json', findings: [] },
  'a folder in the place of a file': {
    content: { users: [] },
    change: (folder) => mkdirSync(join(folder, 'orders.jsonl')),
    said: 'orders.jsonl is not a file.',
    findings: [],
  },
  'a link': {
    content: { users: [] },
    change: (folder) => symlinkSync('/etc/passwd', join(folder, 'orders.json')),
    said: 'orders.json is a link',
    findings: [],
  },
}

test.each(Object.entries(cases))(
  'an import of %s ends the same by a running Backstall and without one',
  async (_, { content, args = [], change, said, findings }) => {
    const folder = await writeExport(content)
    change?.(folder)
    const [byServer, here] = await Promise.all([outcomeOf(config, [folder, ...args]), outcomeOf(alone, [folder, ...args])])
    expect(byServer).toEqual(here)
    expect(here.said).toContain(said)
    expect(here.shown).toEqual(findings)
  },
)

test('a running Backstall stores the files itself, leaves nothing of what was sent, and shows the import in the settings', async () => {
  const folder = await writeExport({
    users: [person('own')],
    products: [{ id: 'o1', title: 'Lamp', seller_id: 'own', images: [{ path: 'products/o1/0_a.png' }] }],
    'files/products/o1/0_a.png': png,
  })
  const lines: string[] = []
  expect(await importCommand(config, [folder], (line) => lines.push(line), going)).toContain('files         1 read, 1 created')
  expect(await isStored(served, 'products/o1/0_a.png')).toBe(true)
  expect(readdirSync(elsewhere, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([])
  expect(await newest()).toMatchObject({ by: null, status: 'done', finishedAt: expect.any(String) })
  expect(await served.app.sql`select run_id from transfer_parts`).toEqual([])
  await run(folder, '--dry-run')
  // What the command only checked cannot be imported from the page.
  const dry = await newest()
  expect(dry).toMatchObject({ by: null, status: 'checked', finishedAt: expect.any(String) })
  await expect(served.caller(served.admin).transfers.run({ id: dry?.id ?? '' })).rejects.toMatchObject({ code: 'wrong-status' })
})

test('while another import is open a command is refused, with or without a running Backstall', async () => {
  const folder = await writeExport({ users: [person('second')] })
  for (const [of, { app, admin }] of [
    [config, served],
    [alone, stopped],
  ] as const) {
    await addTransferRun(app, admin.id)
    expect((await outcomeOf(of, [folder])).said).toBe(
      'refused: Another export is being imported. Finish or cancel it first. Settings → Moving in shows it.',
    )
    await app.sql`update transfer_runs set status = 'cancelled', finished_at = now() where finished_at is null`
    expect(await app.sql`select id from users where id = 'second'`).toEqual([])
  }
})

/** Starts a command whose run waits, because another connection holds the lock of imports, until `go`. */
async function waitingCommand(folder: string) {
  const other = await served.app.sql.reserve()
  await other`select pg_advisory_lock(${locks.transfer})`
  const ending = new AbortController()
  const ended = importCommand(config, [folder], () => {}, ending.signal).catch((error: Error) => error.message)
  const runs = () => served.app.sql<{ id: string }[]>`select id from transfer_runs where finished_at is null`
  await expect.poll(runs).toHaveLength(1)
  const go = async () => {
    await other`select pg_advisory_unlock(${locks.transfer})`
    other.release()
  }
  return { ended, go, abort: () => ending.abort() }
}

test('Ctrl+C cancels the import of the running Backstall, and what was sent is removed', async () => {
  const { ended, go, abort } = await waitingCommand(await writeExport({ users: [person('never')] }))
  abort()
  expect(await ended).toBe('The import was cancelled. What it had written stays; the next import completes it.')
  await go()
  expect(await newest()).toMatchObject({ by: null, status: 'cancelled' })
  expect(await served.app.sql`select run_id from transfer_parts`).toEqual([])
  expect(await served.app.sql`select id from users where id = 'never'`).toEqual([])
})

test('an administrator cancels the import of a command in the settings, and the command says so', async () => {
  const { ended, go } = await waitingCommand(await writeExport({ users: [person('never')] }))
  await served.caller(served.admin).transfers.cancel({ id: (await newest())?.id ?? '' })
  expect(await ended).toContain('The import was cancelled.')
  await go()
  expect(await served.app.sql`select run_id from transfer_parts`).toEqual([])
})

test('an export that a crash of the database took away is a failure with a sentence', async () => {
  const { ended, go } = await waitingCommand(await writeExport({ users: [person('never')] }))
  await served.app.sql`truncate transfer_parts`
  await go()
  expect(await ended).toBe('The database lost the export in a crash. What was written stays: start the import again.')
})

test('what a killed Backstall was importing is not resumed after a command imported without it', async () => {
  const { app, admin } = stopped
  const id = await addTransferRun(app, admin.id)
  await app.sql`update transfer_runs set status = 'running' where id = ${id}`
  await app.sql`insert into transfer_parts (run_id, at, content) values (${id}, 0, 'x')`
  expect((await outcomeOf(alone, [await writeExport({ users: [person('newer')] })])).said).toContain('The import is done.')
  expect(await app.sql`select status from transfer_runs where finished_at is not null and id = ${id}`).toEqual([{ status: 'cancelled' }])
  expect(await app.sql`select run_id from transfer_parts`).toEqual([])
})

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
  const imported = () => served.app.sql`select id from users where id in ('shell', 'none')`
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
  expect(await served.app.sql`select id from users where id = 'y'`).toEqual([])
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
  await expect(exportCommand(own, [folder, '--with-password-hashes'])).rejects.toThrow('Add --yes to confirm this in a script.')
  expect(readdirSync(dirname(folder))).toEqual([])
  expect(await exportCommand(own, [folder, '--with-password-hashes', '--yes'])).toContain(`The export is in ${folder}. Keep it private`)
  expect(readFileSync(join(folder, 'auth.json'), 'utf8')).toContain('"passwordHash":')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    expect([entry.name, statSync(join(entry.parentPath, entry.name)).mode & 0o777]).toEqual([entry.name, entry.isFile() ? 0o600 : 0o700])
  await expect(exportCommand(own, [folder])).rejects.toThrow(`${folder} is not empty.`)
  const plain = join(testFolder(), 'plain')
  await exportCommand(own, [plain])
  expect(readFileSync(join(plain, 'auth.json'), 'utf8')).not.toMatch(/passwordHash|backstallHash/)
  await expect(exportCommand(own, [])).rejects.toThrow('Usage: npm run export -- <folder>')
})
