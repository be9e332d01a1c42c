import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { commands, readCommand } from '#server/app/rescue/commands.ts'
import { importCommand } from '#server/app/rescue/transfer-command.ts'
import { makeToken } from '#server/links/tokens.ts'
import { readConfig } from '#server/platform/config.ts'
import { forgetSecret } from '#server/platform/database/assert-secret.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { signIn } from '#server/testing/client.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { adminPassword, installedFolder, start } from '#server/testing/process.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { testFolder } from '#server/testing/worker.ts'

const { app, person } = await openTestApp()
const { ask } = await openTestServer(app)
const { sql } = app
const run = (name: string, email: string) => commands[name]?.(app, email)
const rowOf = async (id: string) => (await sql`select role, status, suspension_reason as reason from users where id = ${id}`)[0]

describe('an operator with a shell', () => {
  test('makes a person an active administrator, and the history names the system as the actor', async () => {
    const nora = await person('Nora', { status: 'suspended' })
    await sql`update users set suspension_reason = 'Fraud' where id = ${nora.id}`
    expect(await run('make-admin', nora.email.toUpperCase())).toContain('is now an active administrator')
    expect(await rowOf(nora.id)).toEqual({ role: 'admin', status: 'active', reason: null })
    const events = await sql`select kind, actor_id as by from events where item_id = ${nora.id} order by id`
    expect(events).toEqual([
      { kind: 'user.reactivate', by: null },
      { kind: 'user.role', by: null },
    ])
    expect(await run('make-admin', nora.email)).toContain('already')
    expect((await mailsTo(app, nora.email)).map(({ subject }) => subject)).toEqual(['You are now an admin on Backstall'])
    await expect(run('make-admin', 'nobody@example.com')).rejects.toThrow('No account has the address nobody@example.com.')
  })

  test('makes a seller an administrator whatever they still sell, and learns what is left', async () => {
    const nora = await person('Nora')
    await sql`insert into products (id, seller_id, title, status) values ('left-1', ${nora.id}, 'Lamp', 'draft'), ('left-2', ${nora.id}, 'Rug', 'archived')`
    expect(await run('make-admin', nora.email)).toContain('still has products that are not archived: 1, and order lines to ship: 0.')
    expect(await rowOf(nora.id)).toMatchObject({ role: 'admin' })
  })

  test('reactivates an account, and its sessions, links and connections from before the suspension stay invalid', async () => {
    const nora = await person('Nora', { role: 'admin', status: 'suspended' })
    await sql`update users set suspended_at = now(), suspended_by = 'x', pending_email = 'thief@example.com' where id = ${nora.id}`
    await makeToken(app, { userId: nora.id, purpose: 'email', email: 'thief@example.com' })
    await sql`insert into accounts (id, account_id, provider_id, user_id) values ('thief', 'thief', 'https://login.example.com', ${nora.id})`
    expect(await run('make-admin', nora.email)).toContain('disconnected from https://login.example.com.')
    expect(await sql`select 1 from accounts where user_id = ${nora.id} and provider_id <> 'credential'`).toEqual([])
    expect(await sql`select 1 from sessions where user_id = ${nora.id}`).toEqual([])
    expect(await sql`select 1 from account_tokens where user_id = ${nora.id}`).toEqual([])
    expect(await sql`select suspended_at, suspended_by, pending_email from users where id = ${nora.id}`).toEqual([
      { suspended_at: null, suspended_by: null, pending_email: null },
    ])
    expect((await mailsTo(app, nora.email)).at(-1)?.subject).toContain('is active again')
  })

  test('is warned about an administrator whose address was never confirmed', async () => {
    const nora = await person('Nora')
    expect(await run('make-admin', nora.email)).toContain(`The address ${nora.email} is not confirmed`)
    const mona = await person('Mona')
    await sql`update users set email_verified = true where id = ${mona.id}`
    expect(await run('make-admin', mona.email)).not.toContain('confirmed')
  })

  test('replaces a forgotten password by a link, which works without mail', async () => {
    const nora = await person('Nora')
    await sql`update users set pending_email = 'thief@example.com' where id = ${nora.id}`
    const before = await makeToken(app, { userId: nora.id, purpose: 'reset', email: nora.email })
    const output = (await run('reset-password', nora.email)) ?? ''
    const [, token] = /http:\/\/127\.0\.0\.1:3000\/login\?reset=([\w-]+)$/.exec(output) ?? []
    const json = { token, password: 'a lantern in the fog' }
    expect((await ask('/api/auth/reset-password', { method: 'POST', json: { ...json, token: before } })).status).toBe(422)
    expect((await ask('/api/auth/reset-password', { method: 'POST', json })).json).toEqual({ email: nora.email })
    expect((await ask('/api/auth/reset-password', { method: 'POST', json })).status).toBe(422)
    // A link from the shell proves no access to the mailbox, so it does not confirm the address.
    const [row] = await sql`select email_verified as verified, pending_email as wish from users where id = ${nora.id}`
    expect(row).toEqual({ verified: false, wish: null })
    const events = await sql`select kind, actor_id as by from events where item_id = ${nora.id} order by id`
    expect(events).toEqual([
      { kind: 'user.password', by: null },
      { kind: 'user.password', by: nora.id },
    ])
  })

  test('turns a lost second factor off, and its owner gets a mail', async () => {
    const nora = await person('Nora')
    expect(await run('reset-second-factor', nora.email)).toContain('has no second factor')
    await sql`insert into second_factors (user_id, secret, confirmed_at) values (${nora.id}, 'x', now())`
    expect(await run('reset-second-factor', nora.email)).toContain('is off')
    expect(await sql`select 1 from second_factors where user_id = ${nora.id}`).toEqual([])
    expect((await mailsTo(app, nora.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('turned off')])
  })

  test('sends a test mail and learns where it went, or why it did not go', async () => {
    expect(await run('test-mail', 'nora@example.com')).toMatch(/The mail is in .*outbox.*\.eml$/)
    const broken = { ...app, config: { ...app.config, smtpUrl: 'smtp://someone:secret@127.0.0.1:1' } }
    const refused = commands['test-mail']?.(broken, 'nora@example.com')
    await expect(refused).rejects.toThrow(/^The mail server 127\.0\.0\.1:1 did not accept the mail/)
    await expect(refused).rejects.not.toThrow(/secret/)
  })

  test('cannot change the session secret while a node runs', async () => {
    await expect(forgetSecret(app)).rejects.toThrow('Stop all nodes of Backstall first.')
  })

  test('gets the usage for a mistyped command', () => {
    for (const args of [
      [],
      ['make-admin'],
      ['make-king', 'a@example.com'],
      ['make-admin', 'nobody'],
      ['toString', 'a@example.com'],
      ['rebuild-sales', 'a@example.com'],
      ['copy-files'],
      ['backup', 'a', 'b'],
      ['restore'],
      ['verify-backup'],
    ])
      expect(() => readCommand(args)).toThrow(
        'Usage: npm run backstall -- make-admin|reset-password|reset-second-factor|test-mail <e-mail>, npm run backstall -- rebuild-sales|new-session-secret|doctor, npm',
      )
  })

  test('with DATABASE_URL learns that the tools of that PostgreSQL make the backups', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/x', SESSION_SECRET: 'x'.repeat(32) })
    for (const args of [['backup'], ['backup', '/tmp']])
      expect(() => readCommand(args)(config)).toThrow(/^With DATABASE_URL, the tools of that PostgreSQL .* see docs\/backup\.md\.$/)
  })

  test('can run commands whether Backstall is running or not', async () => {
    const dataDir = join(testFolder(), 'data')
    /** As npm runs it. Each process takes a second, so those commands that print like others run in this one (`here`). */
    const script = (name: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(packageRoot, `scripts/${name}.ts`), ...args], {
        env: { DATA_DIR: dataDir, PATH: process.env.PATH, NODE_COMPILE_CACHE: join(inject('folder'), 'compiled') },
        cwd: packageRoot,
      })
    const shell = (...args: string[]) => script('backstall', ...args)
    const config = readConfig({ DATA_DIR: dataDir })
    const here = async (...args: string[]) => readCommand(args)(config)
    const sample = join(packageRoot, 'examples/export')
    const report = join(testFolder(), 'report.jsonl')
    await expect(script('import')).rejects.toThrow('Usage: npm run import -- <folder> [--dry-run]')
    await expect(here('reset-password', 'support@example.com')).rejects.toThrow('There is no database in')
    await expect(shell('doctor')).rejects.toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringMatching(/^failing +Database +There is no database in/m),
    })
    const backstall = start({ dataDir: await installedFolder(dataDir), env: { ADMIN_PASSWORD: adminPassword } })
    const address = await backstall.ready()
    await signIn(address, 'support@example.com', adminPassword)
    expect((await shell('reset-password', 'support@example.com')).stdout).toContain('/login?reset=')
    const found = await here('doctor')
    expect(found).toMatch(/^ok +Dispatcher +A node is the dispatcher/m)
    expect(found).not.toContain(adminPassword)
    expect((await script('import', sample, '--dry-run', '--report', report)).stdout).toContain('This was a dry run: nothing was written.')
    expect([statSync(report).mode & 0o777, readFileSync(report, 'utf8')]).toEqual([
      0o600,
      expect.stringContaining('"code":"waits-as-admin"'),
    ])
    backstall.kill('SIGTERM')
    await backstall.ended
    expect((await shell('backup')).stdout).toContain(`Backup made: ${join(dataDir, 'backups', 'backstall-')}`)
    const elsewhere = await here('backup', join(dataDir, 'elsewhere'))
    expect(elsewhere).toContain(`Health and Settings → Backups look only in ${join(dataDir, 'backups')}, where this backup is not.`)
    expect(await here('new-session-secret')).toContain('The next start takes the SESSION_SECRET it is given.')
    expect(await here('make-admin', 'support@example.com')).toContain('already')
    expect(await here('rebuild-sales')).toContain('The sales figures of 0 days and 0 decisions were made anew.')
    const imported = await importCommand(config, [sample], () => {}, new AbortController().signal)
    expect(imported).toMatch(/^products +3 read, 3 created$/m)
    // Six processes one after the other: on a busy machine each takes ten seconds.
  }, 300_000)
})
