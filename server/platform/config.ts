import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { Password } from '#domain/user.ts'
import { hostsOf } from '#server/platform/database-address.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const onOff = z.enum(['on', 'off'])
const webUrl = z.url({ protocol: /^https?$/ }).refine((text) => URL.canParse(text) && isOrigin(new URL(text)))

/** Of the sign-in provider. Without TLS only on this machine, for tests. */
const issuerUrl = z.url({ protocol: /^https?$/ }).refine((text) => URL.canParse(text) && isIssuer(new URL(text)))

const encoded = 'special characters of the password percent-encoded, such as %23 for # and %2F for /'

/** The shape of each variable, and its allowed values as a sentence for the operator. */
const variables = {
  PORT: { shape: port.default(3000), allowed: 'a port number from 0 to 65535' },
  HOST: { shape: z.string().min(1).default('127.0.0.1'), allowed: 'a host name or address to listen on' },
  PUBLIC_URL: {
    shape: webUrl.optional(),
    allowed: 'the http(s) address people open, without a path, such as https://backoffice.example.com',
  },
  DATA_DIR: { shape: z.string().min(1).default('./data'), allowed: 'a folder' },
  DATABASE_URL: {
    shape: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .refine((text) => canRead(() => hostsOf(text)))
      .optional(),
    allowed: `postgres://user:password@host:port/database; ${encoded}`,
  },
  DATABASE_POOL: { shape: z.coerce.number().int().min(2).max(1000).default(10), allowed: 'a number of connections from 2 to 1000' },
  STORAGE_URL: {
    shape: z.string().refine(isStorageAddress).optional(),
    allowed: 'file:<folder> or s3://<bucket>?endpoint=…&region=… (a whole bucket, no path in it)',
  },
  SESSION_SECRET: { shape: z.string().min(32).optional(), allowed: 'at least 32 characters; required with DATABASE_URL' },
  SUPPORT_EMAIL: { shape: z.email().toLowerCase().default('support@example.com'), allowed: 'an email address' },
  ADMIN_PASSWORD: { shape: Password.optional(), allowed: '8 to 128 characters, none of them a control character' },
  SMTP_URL: {
    shape: z
      .string()
      .regex(/^smtps?:\/\//)
      .refine((text) => canRead(() => assertMailServer(new URL(text))))
      .optional(),
    allowed: `smtp://user:password@host:port or smtps://…; ${encoded}`,
  },
  MAIL_FROM: { shape: z.string().min(3).default('Backstall <noreply@example.com>'), allowed: 'a sender address' },
  OIDC_ISSUER: {
    shape: issuerUrl.optional(),
    allowed: 'the https address by which your OpenID provider calls itself (http only for localhost), such as https://login.example.com',
  },
  OIDC_CLIENT_ID: { shape: z.string().min(1).max(500).optional(), allowed: 'the client id that your OpenID provider gave to Backstall' },
  OIDC_CLIENT_SECRET: { shape: z.string().min(1).max(2000).optional(), allowed: 'the secret that belongs to OIDC_CLIENT_ID' },
  OIDC_ROLE_CLAIM: { shape: z.string().min(1).max(200).optional(), allowed: 'the name of a claim that holds roles, such as roles' },
  PASSWORD_SIGN_IN: { shape: onOff.default('on'), allowed: 'on or off' },
  CURRENCY: {
    shape: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .refine((code) => Intl.supportedValuesOf('currency').includes(code))
      .optional(),
    allowed: 'an ISO 4217 code such as EUR',
  },
  TIME_ZONE: {
    shape: z
      .string()
      .refine((zone) => canRead(() => new Intl.DateTimeFormat('en', { timeZone: zone })))
      .optional(),
    allowed: 'an IANA zone such as Europe/Vienna',
  },
  TRUST_PROXY: {
    shape: z.string().refine(namesNetworks).optional(),
    allowed: 'addresses or networks of your proxies, separated by commas',
  },
  METRICS_TOKEN: { shape: z.string().min(16).optional(), allowed: 'at least 16 characters' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shape: z.url({ protocol: /^https?$/ }).optional(),
    allowed: 'the http(s) address of an OTLP/HTTP receiver, such as http://localhost:4318',
  },
  OTEL_SERVICE_NAME: { shape: z.string().min(1).default('backstall'), allowed: 'a name' },
  LOG_FORMAT: { shape: z.enum(['text', 'json']).default('text'), allowed: 'text or json' },
  BENCH: { shape: z.enum(['0', '1']).default('0'), allowed: '0 or 1' },
} satisfies Record<string, { shape: z.ZodType; allowed: string }>

/** Every variable that Backstall reads. */
export const variableNames = Object.keys(variables)

export type StorageTarget = { kind: 'file'; folder: string } | { kind: 's3'; bucket: string; endpoint: string | null; region: string }

/** The OpenID provider at which people may sign in; `id` names it in `accounts`, `name` is shown to people. */
export type Oidc = { id: string; issuer: string; clientId: string; clientSecret: string; roleClaim: string | null; name: string }

/** The whole configuration, checked. Nothing else reads the environment (product §10). */
export type Config = ReturnType<typeof configFrom>

/** A wrong value that stops the start, with the name of the variable and the allowed values. */
export class ConfigError extends Error {}

function isOrigin({ username, pathname, search, hash }: URL): boolean {
  return username === '' && pathname === '/' && search === '' && hash === ''
}

/** The form of `STORAGE_URL`. A path in a bucket would be ignored. */
export function isStorageAddress(text: string): boolean {
  if (/^file:./.test(text)) return true
  const url = /^s3:\/\//.test(text) ? URL.parse(text) : null
  return url !== null && url.hostname !== '' && /^\/?$/.test(url.pathname)
}

function canRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

/** Throws for an address of which a part of the password would be read as something else. */
function assertMailServer({ hostname, username, password, pathname, search, hash }: URL): void {
  decodeURIComponent(username + password)
  if (hostname === '' || `${pathname}${search}`.includes('@') || hash !== '') throw new Error('This is not the address of a mail server.')
}

function isIssuer({ protocol, hostname, username, search, hash }: URL): boolean {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || isHere) && username === '' && search === '' && hash === ''
}

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function namesNetworks(list: string): boolean {
  return partsOf(list).every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part))
}

/** The store that an address of the form of `STORAGE_URL` names; without one, a folder in the data folder. */
export function storageTarget(address: string | undefined, dataDir: string): StorageTarget {
  if (!address) return { kind: 'file', folder: join(dataDir, 'files') }
  if (address.startsWith('file:')) return { kind: 'file', folder: resolve(address.slice('file:'.length).replace(/^\/\//, '')) }
  const url = new URL(address)
  return {
    kind: 's3',
    bucket: url.hostname,
    endpoint: url.searchParams.get('endpoint'),
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}

/** Reads and checks the environment. Throws `ConfigError`, which names every wrong variable with its allowed values. */
export function readConfig(variablesSet: Record<string, string | undefined>): Config {
  const wrong: string[] = []
  const read: Read = (name) => {
    const raw = variablesSet[name]
    const parsed = variables[name].shape.safeParse(raw === '' ? undefined : raw)
    if (!parsed.success)
      wrong.push(`${name} is "${/SECRET|PASSWORD|TOKEN|URL/.test(name) ? '…' : raw}"; allowed: ${variables[name].allowed}`)
    return parsed.data as ReturnType<typeof read<typeof name>>
  }
  const config = configFrom(read, wrong)
  if (config.databaseUrl && !config.sessionSecret)
    wrong.push('SESSION_SECRET is missing; with DATABASE_URL it is required, at least 32 characters')
  if (config.bench && config.publicUrl) wrong.push('BENCH lifts the limits and is refused together with PUBLIC_URL')
  if (!config.oidc && !config.passwordSignIn && !wrong.some((line) => line.includes('OIDC_')))
    wrong.push('PASSWORD_SIGN_IN=off needs an OpenID provider to sign in at; set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
}

/** A variable that is not set is null. */
function configFrom(read: Read, wrong: string[]) {
  const dataDir = resolve(read('DATA_DIR') ?? './data')
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const service = read('OTEL_SERVICE_NAME')
  return {
    port: read('PORT'),
    host: read('HOST'),
    publicUrl: read('PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
    dataDir,
    databaseUrl: read('DATABASE_URL') ?? null,
    databasePool: read('DATABASE_POOL'),
    storage: storageTarget(read('STORAGE_URL'), dataDir),
    sessionSecret: read('SESSION_SECRET') ?? null,
    supportEmail: read('SUPPORT_EMAIL'),
    adminPassword: read('ADMIN_PASSWORD') ?? null,
    smtpUrl: read('SMTP_URL') ?? null,
    mailFrom: read('MAIL_FROM'),
    oidc: readOidc(read, wrong),
    /** False if people sign in at the provider alone. */
    passwordSignIn: read('PASSWORD_SIGN_IN') === 'on',
    /** Null if not set: the stored currency of the installation stays. */
    currency: read('CURRENCY') ?? null,
    timeZone: read('TIME_ZONE') ?? null,
    trustProxy: partsOf(read('TRUST_PROXY') ?? ''),
    metricsToken: read('METRICS_TOKEN') ?? null,
    tracesTo: endpoint ? { endpoint, service } : null,
    logFormat: read('LOG_FORMAT'),
    bench: read('BENCH') === '1',
  }
}

type Read = <Name extends keyof typeof variables>(name: Name) => z.infer<(typeof variables)[Name]['shape']>

/** The provider; null if none is set. Its three variables belong together, and a role claim needs it. */
function readOidc(read: Read, wrong: string[]): Oidc | null {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const [issuer, clientId, clientSecret] = needed.map(read)
  const roleClaim = read('OIDC_ROLE_CLAIM') ?? null
  // With and without a slash at the end it is the same provider.
  if (issuer && clientId && clientSecret)
    return { id: issuer.replace(/\/+$/, ''), issuer, clientId, clientSecret, roleClaim, name: new URL(issuer).host }
  const found = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_ROLE_CLAIM: roleClaim ?? undefined }
  const given = Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const missing = needed.filter((name) => !given.includes(name) && !wrong.some((line) => line.startsWith(name)))
  if (given.length > 0 && missing.length > 0)
    wrong.push(`${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} ${missing.join(' and ')}, too`)
  return null
}

/** The environment, completed by the file `.env` in the working directory; variables that are set win. */
export function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw new ConfigError(`.env cannot be read: ${error}`)
  }
  return process.env
}

/**
 * The environment of child processes: paths of programs and temporary files, nothing else. PostgreSQL would take PG* variables, language
 * and time zone from its parent.
 */
export function environmentOfPrograms(): Record<string, string> {
  const { PATH, TMPDIR, LD_LIBRARY_PATH } = process.env
  return { TZ: 'UTC', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) }
}
