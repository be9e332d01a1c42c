import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { homeOf } from '#domain/routes.ts'
import { Email } from '#domain/user.ts'
import { endConnections } from '#server/account/end-connections.ts'
import { copyFiles } from '#server/app/rescue/copy-files.ts'
import { doctor } from '#server/app/rescue/doctor.ts'
import { onDatabase } from '#server/app/rescue/rescue-database.ts'
import { makeBackup } from '#server/backups/make-backup.ts'
import { lostOf } from '#server/backups/manifest.ts'
import { restoreBackup } from '#server/backups/restore-backup.ts'
import { backupFolder } from '#server/backups/schedule.ts'
import { verifyBackup } from '#server/backups/verify-backup.ts'
import { endLinks } from '#server/links/end-links.ts'
import { makeToken } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import { forgetSecret } from '#server/platform/database/assert-secret.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { record } from '#server/platform/events/record.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { renderMail } from '#server/platform/mail/template.ts'
import { openTransport } from '#server/platform/mail/transport.ts'
import { StartError } from '#server/platform/start-error.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { openLineCount, unarchivedCount } from '#server/users/lock-admins.ts'

/** What a rescue command needs. The feed of a running Backstall finds what it writes. */
export type RescueApp = Pick<App, 'config' | 'db' | 'sql'> & { settings: Pick<App['settings'], 'current'> }
/** Runs the command and returns a sentence for the operator. Throws `StartError` with one if it cannot. */
export type Command = (app: RescueApp, email: string) => Promise<string>

type Person = { id: string; name: string; email: string; role: string; status: string; emailVerified: boolean }

async function personAt(tx: Tx, email: string): Promise<Person> {
  const [person] = await tx.execute<Person>(sql`
    select id, name, email, role, status, email_verified as "emailVerified" from users where lower(email) = lower(${email}) and status <> 'closed' for update`)
  if (!person) throw new StartError(`No account has the address ${email}.`)
  return person
}

const neverConfirmed = (email: string) =>
  `The address ${email} is not confirmed. Make sure that this account belongs to the right person, and ask them to confirm the address.`

/**
 * Makes a person an active admin, whatever their role was. For a suspended account it also ends all earlier sessions, links and connections with a
 * provider, as the account may have been stolen.
 */
const makeAdmin: Command = ({ db, config }, email) =>
  db.transaction(async (tx) => {
    const { id, name, email: to, role, status, emailVerified } = await personAt(tx, email)
    if (role === 'admin' && status === 'active') return `${email} is already an active administrator.`
    await tx.execute(sql`
      update users set role = 'admin', status = 'active', suspension_reason = null, suspended_at = null, suspended_by = null, updated_at = now()
      where id = ${id}`)
    const about = { itemId: id, ownerId: id, actorId: null, title: name }
    const disconnected = status === 'active' ? [] : await endAccess(config, tx, about)
    if (status !== 'active') await record(tx, { kind: 'user.reactivate', ...about, before: { status }, after: { status: 'active' } })
    if (role !== 'admin') await record(tx, { kind: 'user.role', ...about, fields: ['role'], before: { role }, after: { role: 'admin' } })
    if (role !== 'admin') await sendMail(tx, { to, template: 'roleChanged', values: { name, role: 'an admin' }, link: homeOf.admin })
    else await sendMail(tx, { to, template: 'reactivated', values: { name }, link: '/login' })
    const left = role === 'admin' ? [] : await leftToAssign(tx, id)
    const next = disconnected.map((provider) => reconnect(provider, config.passwordSignIn))
    return [`${email} is now an active administrator.`, ...(emailVerified ? [] : [neverConfirmed(to)]), ...next, ...left].join('\n')
  })

/** Lists what a new admin still sells. The screens refuse such a change of role, the rescue command does not (product §2). */
async function leftToAssign(tx: Tx, id: string): Promise<string[]> {
  const [left] = await tx.execute<{ products: number; lines: number }>(sql`
    select ${unarchivedCount} as products, ${openLineCount} as lines from users where id = ${id}`)
  if (!left || left.products + left.lines === 0) return []
  return [
    `This account still has products that are not archived: ${left.products}, and order lines to ship: ${left.lines}.`,
    'You can assign the products to another seller on the account’s page.',
  ]
}

const reconnect = (provider: string, passwords: boolean) =>
  `The account is disconnected from ${provider}. ${passwords ? '' : 'Start Backstall with PASSWORD_SIGN_IN=on. '}They can sign in with a password (reset-password makes a link to choose one) and connect it again in their profile.`

type About = Parameters<typeof endConnections>[2]

/** Returns the providers from which the account is now disconnected. */
async function endAccess(config: App['config'], tx: Tx, about: About): Promise<string[]> {
  await tx.execute(sql`delete from sessions where user_id = ${about.itemId}`)
  await endLinks(tx, about.itemId)
  return endConnections({ config }, tx, about)
}

/**
 * Returns a link to choose a new password, so that no password is typed into a shell. Earlier links, and a pending change of address, end.
 */
const resetPassword: Command = async (app, email) => {
  if (!app.config.passwordSignIn) throw new StartError('PASSWORD_SIGN_IN is off, so a new password would open nothing.')
  const person = await app.db.transaction(async (tx) => {
    const { id, name, email: at, status } = await personAt(tx, email)
    if (status !== 'active')
      throw new StartError(`The account of ${email} is suspended. Reactivate it first, or run make-admin, which reactivates it.`)
    await endLinks(tx, id)
    await record(tx, { kind: 'user.password', itemId: id, ownerId: id, actorId: null, title: name, after: { link: 'made' } })
    return { id, email: at }
  })
  const token = await makeToken(app, { userId: person.id, purpose: 'rescue', email: person.email })
  return `Open this address within an hour to choose a new password for ${email}:\n${homeAddress(app.config)}/login?reset=${token}`
}

/** Turns the second factor off, for a person who lost their phone and recovery codes. */
const resetSecondFactor: Command = ({ db }, email) =>
  db.transaction(async (tx) => {
    const { id, name, email: to } = await personAt(tx, email)
    const gone = await tx.execute(sql`delete from second_factors where user_id = ${id} and confirmed_at is not null returning user_id`)
    if (gone.length === 0) return `${email} has no second factor.`
    await endLinks(tx, id)
    const about = { itemId: id, ownerId: id, actorId: null, title: name }
    await record(tx, { kind: 'user.secondFactor', ...about, fields: ['secondFactor'], after: { secondFactor: 'off' } })
    await sendMail(tx, { to, template: 'secondFactorOff', values: { name }, link: '/profile' })
    return `The second factor of ${email} is off. No code is needed to sign in.`
  })

/** Sends a mail at once, without the queue, and returns what became of it. */
const testMail: Command = async (app, email) => {
  const { smtpUrl } = app.config
  const transport = await openTransport(app.config)
  try {
    const file = await transport.send({
      id: newId(),
      to: email,
      ...renderMail(app, 'test', { link: '/' }, { recipient: email, confirmed: false }),
    })
    return file ? `SMTP_URL is not set. The mail is in ${file}` : `The mail server accepted the mail to ${email}.`
  } catch (error) {
    throw new StartError(`The mail server ${smtpUrl ? new URL(smtpUrl).host : ''} did not accept the mail: ${messageOf(error)}`)
  } finally {
    transport.close()
  }
}

export const commands: Record<string, Command> = {
  'make-admin': makeAdmin,
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'test-mail': testMail,
}

/** Commands that need no address of a person. */
const alone: Record<string, (app: RescueApp) => Promise<string>> = { 'rebuild-sales': rebuildSales, 'new-session-secret': forgetSecret }

const usage = `Usage: npm run backstall -- ${Object.keys(commands).join('|')} <e-mail>, npm run backstall -- ${Object.keys(alone).join('|')}|doctor, npm run backstall -- copy-files <new STORAGE_URL>, npm run backstall -- backup [folder], or npm run backstall -- verify-backup|restore <folder>`

/** Reads a command line. Throws `StartError` with its usage. */
export function readCommand(args: readonly string[]): (config: Config) => Promise<string> {
  const [name = '', folder] = args
  if (name === 'verify-backup' && folder && args.length === 2) return () => verifyBackup(resolve(folder))
  if (name === 'restore' && folder && args.length === 2) return (config) => restoreBackup(config, resolve(folder))
  if (name === 'backup' && args.length <= 2)
    return (config) => onDatabase(withEmbedded(config), (app) => backUp({ ...app, config }, folder && resolve(folder)))
  if (name === 'doctor' && args.length === 1) return doctor
  const run = readRescue(args)
  return (config) => onDatabase(config, run)
}

/** Throws for a database that is not ours to save: its own tools know it better (docs/backup.md). */
function withEmbedded(config: Config): Config {
  if (config.databaseUrl === null) return config
  throw new StartError(
    'With DATABASE_URL, the tools of that PostgreSQL back up the database (pg_dump, pg_basebackup, or those of its host): see docs/backup.md.',
  )
}

async function backUp({ config, sql, settings }: Pick<RescueApp, 'sql' | 'settings'> & { config: Config }, into?: string): Promise<string> {
  const storage = await openStorage(config.storage)
  const usual = backupFolder(settings.current(), config)
  const made = await makeBackup({ config, database: sql.options, storage }, into ?? usual)
  const { folder, files, lost } = made
  const sum = `Backup made: ${folder}\nFiles: ${files.count}, ${files.bytes} bytes. Check it with: npm run backstall -- verify-backup ${folder}`
  if (lost > 0)
    throw new StartError([sum, 'The store has lost or damaged these files, which are not in it:', ...(await lostOf(folder))].join('\n'))
  return into === undefined || into === resolve(usual)
    ? sum
    : `${sum}\nHealth and Settings → Backups look only in ${usual}, where this backup is not.`
}

function readRescue(args: readonly string[]): (app: RescueApp) => Promise<string> {
  const [name = '', address, ...rest] = args
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined
  const email = Email.safeParse(address)
  if (run && email.success && rest.length === 0) return (app) => run(app, email.data)
  const runAlone = Object.hasOwn(alone, name) && args.length === 1 ? alone[name] : undefined
  if (runAlone) return runAlone
  if (name === 'copy-files' && address && rest.length === 0) return (app) => copyFiles(app, address)
  throw new StartError(usage)
}
