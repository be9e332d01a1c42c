import { existsSync, statSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { Settings } from '#domain/settings.ts'
import { StorageError } from '#domain/storage-error.ts'
import { backupsIn, verifiedIn } from '#server/backups/manifest.ts'
import { backupFolder, installationOf } from '#server/backups/schedule.ts'
import { attention, counted, duration, type Finding, failing, failingFor, ok, size, subject } from '#server/health/finding.ts'
import type { Config } from '#server/platform/config.ts'
import { secretFile } from '#server/platform/data-folder.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { hostsOf } from '#server/platform/database-address.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import type { LoopState } from '#server/platform/events/loop.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { openTransport } from '#server/platform/mail/transport.ts'

const scarce = 2 * 2 ** 30
const tooLittle = 256 * 2 ** 20

/** The room of the data folder, and of the folder of files if that is elsewhere. */
export async function diskCheck({ dataDir, storage }: Config): Promise<Finding> {
  const folders = [
    dataDir,
    ...(storage.kind === 'file' && !`${storage.folder}${sep}`.startsWith(`${dataDir}${sep}`) ? [storage.folder] : []),
  ]
  const room = await Promise.all(folders.map(async (folder) => ({ folder, free: await freeIn(folder) })))
  const least = Math.min(...room.map(({ free }) => free))
  const text = room.map(({ folder, free }) => `${size(free)} are free in ${folder}.`).join(' ')
  const action =
    'Free some space, or move the folder to a larger disk. Without space, writes are refused; nothing that was acknowledged is lost.'
  if (least < tooLittle) return failing(text, action)
  return least < scarce ? attention(text, action) : ok(text)
}
const freeIn = async (folder: string): Promise<number> => {
  // Before the first start the folder does not exist.
  if (!existsSync(folder) && dirname(folder) !== folder) return freeIn(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const probing = new WeakMap<Storage, Promise<Finding>>()

/** Tries the store of this node, or without one opens it. A store that does not answer gets no second probe beside the first. */
export function filesCheck(config: Config, storage?: Storage): Promise<Finding> {
  if (!storage) return tryFiles(config, () => openStorage(config.storage))
  const answer = probing.get(storage) ?? tryFiles(config, async () => storage).finally(() => probing.delete(storage))
  probing.set(storage, answer)
  return answer
}

/** Writes a small file into the store and removes it. */
async function tryFiles({ storage: target, publicUrl }: Config, open: () => Promise<Storage>): Promise<Finding> {
  const where = target.kind === 'file' ? `the folder ${target.folder}` : `the bucket ${target.bucket}`
  if (target.kind === 'file' && !existsSync(target.folder))
    return attention(
      `There is no folder ${target.folder} yet.`,
      'Start Backstall once: it makes the folder. If files were there, check STORAGE_URL.',
    )
  const path = `health/${newId()}`
  try {
    const storage = await open()
    await storage.put(path, Buffer.from('ok'), probe).finally(() => storage.remove(path))
    if (publicUrl?.startsWith('https:') && storage.origin?.startsWith('http:'))
      return attention(
        `Files can be written to ${where}, but browsers load them from ${storage.origin}, without TLS, while PUBLIC_URL is https.`,
        'Give the endpoint in STORAGE_URL an https address that browsers reach: they may refuse the pictures.',
      )
    return ok(`Files can be written to ${where}.`)
  } catch (error) {
    return failing(
      `Files cannot be written to ${where}: ${reasonOf(error)}`,
      'Check STORAGE_URL, its credentials, and the rights of the account that runs Backstall.',
    )
  }
}
/** The sentence for a failure of the store, and what the store said. */
const reasonOf = (error: unknown): string =>
  error instanceof StorageError && error.cause ? `${error.message} (${messageOf(error)})` : messageOf(error)
/** The SHA-256 of "ok". */
const probe = { contentType: 'text/plain', bytes: 2, sha256: '2689367b205c16ce32ed4200942b8b8b1e262dfc70d9bc9fbc77c49699a4f1df' }

/** Signs in to the mail server without sending; without one, counts what waits in the outbox. */
export async function mailServerCheck(config: Config): Promise<Finding> {
  if (!config.smtpUrl) {
    const mails = await readdir(join(config.dataDir, 'outbox')).catch(() => [])
    const count = mails.filter((name) => name.endsWith('.eml')).length
    const text = `There is no mail server, so people receive no email. The folder outbox ${count === 0 ? 'is empty' : `has ${counted(count, 'mail')}`}.`
    return attention(text, 'Set SMTP_URL and MAIL_FROM. Reset links and invitations need email.')
  }
  const { hostname } = new URL(config.smtpUrl)
  const transport = await openTransport(config)
  try {
    await transport.verify()
    return ok(`The mail server ${hostname} accepts connections and the credentials.`)
  } catch (error) {
    return failing(
      `The mail server ${hostname} cannot be used: ${messageOf(error)}`,
      'Check SMTP_URL. Mails wait meanwhile, for up to three days.',
    )
  } finally {
    transport.close()
  }
}

/** The loops of this node; null if the checks run outside of one. */
export function workersCheck(loops: readonly LoopState[] | null): Finding {
  if (!loops) return ok('Known only to a running node: open Settings → Health there, or read /metrics.')
  const failed = loops.filter(({ failingSince }) => failingSince !== null)
  const names = (some: readonly LoopState[]) => some.map(({ name }) => name).join(', ')
  if (failed.length > 0) {
    const longest = Math.max(...failed.map(({ failingSince }) => Date.now() - (failingSince ?? 0))) / 1000
    return failingFor(longest, names(failed), 'The log says why, under the name of the worker. It is retried automatically.')
  }
  return ok(`${subject(loops.length, 'worker', 'run')} on this node.`)
}

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

export function addressCheck({ publicUrl, host, bench }: Config): Finding {
  if (bench) return attention('BENCH=1 lifts the rate limits.', 'Remove BENCH: people could try passwords as often as they like.')
  if (!publicUrl && isLoopback(host))
    return ok('Only this machine reaches Backstall: HOST is a loopback address, and PUBLIC_URL is not set.')
  if (!publicUrl)
    return attention(
      'PUBLIC_URL is not set, but other machines reach Backstall.',
      'Set PUBLIC_URL to the address people open; links in mails use it.',
    )
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname))
    return attention(
      `PUBLIC_URL is ${publicUrl}, without TLS.`,
      'Put a TLS-terminating proxy in front and set PUBLIC_URL to https://…; cookies are Secure only then.',
    )
  return ok(`People open Backstall at ${publicUrl}.`)
}

export function proxyCheck({ publicUrl, trustProxy }: Config): Finding {
  const wide = trustProxy.filter((network) => network.includes('/') && (ipaddr.parseCIDR(network)[1] ?? 0) < 8)
  if (wide.length > 0)
    return attention(
      `TRUST_PROXY names ${wide.join(', ')}, which is nearly everyone.`,
      'Name the addresses of your proxies alone: a trusted sender can name any client address.',
    )
  if (trustProxy.length === 0 && publicUrl?.startsWith('https:'))
    return attention(
      'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY names none.',
      'Set TRUST_PROXY to the address of the proxy; else all people share the limits of one address.',
    )
  return ok(
    trustProxy.length > 0
      ? `Forwarded headers count if they come from ${trustProxy.join(', ')}.`
      : 'No proxy is trusted; forwarded headers do not count.',
  )
}

/** Few different characters make a secret that can be guessed. */
const variedMin = 10

/** `isOther`: the database is used with another session secret. */
export function secretsCheck({ sessionSecret, metricsToken, databaseUrl, dataDir }: Config, isOther: boolean): Finding {
  if (isOther)
    return failing(
      'SESSION_SECRET (or the file session-secret in DATA_DIR) is not the one that this database is used with.',
      'Give every node the same. To change it on purpose, stop all nodes and run: npm run backstall -- new-session-secret',
    )
  const weak = Object.entries({ SESSION_SECRET: sessionSecret, METRICS_TOKEN: metricsToken }).filter(
    ([, value]) => value && new Set(value).size < variedMin,
  )
  if (weak.length > 0)
    return attention(
      `${weak.map(([name]) => name).join(' and ')} can be guessed.`,
      'Make a random one, such as with: openssl rand -base64 48',
    )
  const file = statSync(join(dataDir, secretFile), { throwIfNoEntry: false })
  if (file && (file.mode & 0o077) !== 0)
    return attention('Other accounts can read the file session-secret.', 'Close it: chmod 600 session-secret, in the data folder.')
  if (databaseUrl && isPlain(databaseUrl))
    return attention(
      'The connection to the database is not encrypted.',
      'Add sslmode=verify-full to DATABASE_URL, or make sure that the network between is private.',
    )
  return ok(`The secrets are long and varied${file ? ', and only this account reads the file session-secret' : ''}.`)
}

/** Whether an address leads to another machine without TLS. */
const isPlain = (url: string): boolean =>
  hostsOf(url).hosts.some(({ host, ssl }) => ssl === false && host !== '' && !host.startsWith('/') && !isLoopback(host))

const daySeconds = 24 * 60 * 60
/** The age (s) at which a backup is too old; without a schedule that of a weekly one. */
const oldest: Record<Settings['backupEvery'], number> = { daily: 2 * daySeconds, weekly: 8 * daySeconds, off: 8 * daySeconds }
/** The age (s) at which the last test of a restore is too long ago. */
const testedWithin = 35 * daySeconds

/** The newest whole backup in the folder of the schedule. */
export async function backupCheck(config: Config, settings: Settings, db: Database): Promise<Finding> {
  if (config.databaseUrl)
    return ok(
      'Backstall does not see the backups of the database in DATABASE_URL. Make them with the tools of PostgreSQL (pg_dump, pg_basebackup) or of its host: first the database, then the files.',
    )
  const folder = backupFolder(settings, config)
  const backups = await backupsIn(folder, await installationOf({ db }))
  const [last] = backups
  const schedule =
    'Turn on the schedule in Settings → Backups, or run: npm run backstall -- backup. Backups in another folder count once that folder is chosen in the settings.'
  if (!last) return attention(`No backup yet in ${folder}.`, schedule)
  const age = (Date.now() - Date.parse(last.at)) / 1000
  const text = `The last backup, ${basename(last.folder)}, was made ${duration(age)} ago, with ${counted(last.files.count, 'file')}.`
  if (last.lost > 0)
    return attention(
      `${text} The store had lost or damaged ${counted(last.lost, 'file')}.`,
      'Run npm run backstall -- backup: it names them.',
    )
  if (age > oldest[settings.backupEvery])
    return attention(text, settings.backupEvery === 'off' ? schedule : 'The log says why "Making backups" fails.')
  const verified = await verifiedIn(backups)
  const verify = `Run npm run backstall -- verify-backup ${last.folder}`
  if (!verified) return attention(`${text} Never verified.`, verify)
  const since = (Date.now() - Date.parse(verified.at)) / 1000
  const isLast = verified.folder === last.folder
  const tested = `${text} ${isLast ? 'Last verified' : 'An earlier one was verified'} ${duration(since)} ago`
  if (!verified.ok)
    return attention(
      `${tested}: ${basename(verified.folder)} was damaged.`,
      isLast ? 'Make another backup with npm run backstall -- backup, and verify that.' : verify,
    )
  return since > testedWithin ? attention(`${tested}.`, verify) : ok(`${tested}.`)
}
