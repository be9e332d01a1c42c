import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostsOf } from '#server/platform/database-address.ts'
import { ConfigError, environment, readConfig } from './config.ts'

function errorFor(variables: Record<string, string>): string {
  try {
    readConfig(variables)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return String(error)
  }
  return 'nothing'
}

describe('an operator', () => {
  it('needs to set nothing', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: null, dataDir: resolve('data'), databaseUrl: null })
    expect(config).toMatchObject({
      databasePool: 10,
      supportEmail: 'support@example.com',
      currency: null,
      timeZone: null,
      bench: false,
      trustProxy: [],
    })
    expect(config.storage).toEqual({ kind: 'file', folder: resolve('data/files') })
  })

  it('may leave a variable empty, as in a copied example', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', CURRENCY: '' })).toMatchObject({ port: 3000, databaseUrl: null, currency: null })
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'backoffice.example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/backoffice'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://u:12#secret@db.example.com/x'],
    ['DATABASE_URL', 'postgres://u:12/secret@db.example.com/x'],
    ['DATABASE_URL', 'postgres://u:per%ss@db.example.com/x'],
    ['DATABASE_URL', 'postgres://db.example.com:port/x'],
    ['DATABASE_URL', 'postgres://db.example.com/x?target_session_attrs=standby'],
    ['DATABASE_POOL', '0'],
    ['STORAGE_URL', 'https://example.com'],
    ['STORAGE_URL', 's3://'],
    ['STORAGE_URL', 's3://bucket/prefix?region=eu-central-1'],
    ['SESSION_SECRET', 'short'],
    ['SUPPORT_EMAIL', 'support'],
    ['ADMIN_PASSWORD', '1234567'],
    ['ADMIN_PASSWORD', 'a lantern\u0007'],
    ['SMTP_URL', 'localhost:25'],
    ['SMTP_URL', 'smtp://u:12#secret@mail.example.com'],
    ['SMTP_URL', 'smtp://u:12/secret@mail.example.com'],
    ['SMTP_URL', 'smtp://u:per%ss@mail.example.com'],
    ['OIDC_ISSUER', 'login.example.com'],
    ['OIDC_ISSUER', 'http://login.example.com'],
    ['OIDC_ISSUER', 'https://me@login.example.com'],
    ['OIDC_ISSUER', 'https://login.example.com/?realm=1'],
    ['PASSWORD_SIGN_IN', 'yes'],
    ['CURRENCY', 'euro'],
    ['CURRENCY', 'XQQ'],
    ['TIME_ZONE', 'Vienna'],
    ['TRUST_PROXY', 'my-proxy'],
    ['TRUST_PROXY', '10.0.0.0/8, 10.0.0.1/99'],
    ['METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['LOG_FORMAT', 'xml'],
    ['BENCH', 'yes'],
  ])('who sets %s to "%s" gets its name and the allowed values', (name, value) => {
    expect(errorFor({ [name]: value })).toMatch(new RegExp(`${name} is ".*"; allowed: .{6,}`))
  })

  it('may name several hosts of the database, and ask for the primary', () => {
    for (const target of ['primary', 'read-write'])
      expect(hostsOf(`postgres://u:a%23b@one.example.com,two.example.com:5433/x?target_session_attrs=${target}`)).toMatchObject({
        hosts: [
          { host: 'one.example.com', password: 'a#b' },
          { host: 'two.example.com', port: 5433 },
        ],
        mustWrite: true,
      })
  })

  it('gets all wrong settings at once', () => {
    expect(errorFor({ PORT: 'x', CURRENCY: 'x' })).toMatch(/PORT is "x".*\n.*CURRENCY is "x"/s)
  })

  it('never reads a secret in a message', () => {
    expect(errorFor({ SESSION_SECRET: 'hush', ADMIN_PASSWORD: 'hushhus', METRICS_TOKEN: 'hush' })).not.toContain('hush')
    expect(errorFor({ DATABASE_URL: 'mysql://user:hush@localhost/x' })).not.toContain('hush')
  })

  it('cannot use an external database without a session secret', () => {
    expect(errorFor({ DATABASE_URL: 'postgres://localhost/backstall' })).toContain('SESSION_SECRET is missing')
    expect(errorFor({ DATABASE_URL: 'postgres://a,b/backstall?target_session_attrs=read-write', SESSION_SECRET: 'x'.repeat(32) })).toBe(
      'nothing',
    )
  })

  it('names the whole provider or none of it', () => {
    const whole = { OIDC_ISSUER: 'https://login.example.com/shop/', OIDC_CLIENT_ID: 'backstall', OIDC_CLIENT_SECRET: 'hush' }
    expect(readConfig({ ...whole, OIDC_ROLE_CLAIM: 'roles', PASSWORD_SIGN_IN: 'off' })).toMatchObject({
      oidc: { id: 'https://login.example.com/shop', name: 'login.example.com', roleClaim: 'roles' },
      passwordSignIn: false,
    })
    expect(readConfig({})).toMatchObject({ oidc: null, passwordSignIn: true })
    expect(errorFor({ ...whole, OIDC_ISSUER: '' })).toContain('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER, too')
    expect(errorFor({ OIDC_ISSUER: whole.OIDC_ISSUER })).toContain('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, too')
    expect(errorFor({ OIDC_ROLE_CLAIM: 'roles' })).toContain(
      'OIDC_ROLE_CLAIM needs OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, too',
    )
    expect(errorFor({ PASSWORD_SIGN_IN: 'off' })).toContain('PASSWORD_SIGN_IN=off needs an OpenID provider')
    expect(errorFor({ ...whole, OIDC_ISSUER: 'nowhere' }).split('\n')).toHaveLength(1)
    expect(errorFor({ ...whole, OIDC_CLIENT_ID: '' })).not.toContain('hush')
  })

  it('cannot lift the limits of a public address', () => {
    expect(errorFor({ BENCH: '1', PUBLIC_URL: 'https://example.com' })).toContain('refused together with PUBLIC_URL')
    expect(readConfig({ BENCH: '1' }).bench).toBe(true)
  })

  it('names a folder or a bucket for files', () => {
    expect(readConfig({ STORAGE_URL: 'file:/srv/files' }).storage).toEqual({ kind: 'file', folder: '/srv/files' })
    expect(readConfig({ STORAGE_URL: 's3://pictures?endpoint=https://s3.example.com&region=eu-1' }).storage).toEqual({
      kind: 's3',
      bucket: 'pictures',
      endpoint: 'https://s3.example.com',
      region: 'eu-1',
    })
  })

  it('may write the settings into .env, which does not override variables that are set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backstall-env-'))
    const before = process.cwd()
    const set = process.env.MAIL_FROM
    writeFileSync(join(folder, '.env'), 'METRICS_TOKEN="from the file, long"\nMAIL_FROM=file@example.com\n')
    process.env.MAIL_FROM = 'set@example.com'
    try {
      process.chdir(folder)
      expect(readConfig(environment())).toMatchObject({ metricsToken: 'from the file, long', mailFrom: 'set@example.com' })
    } finally {
      process.chdir(before)
      process.env.MAIL_FROM = set
      delete process.env.METRICS_TOKEN
      if (set === undefined) delete process.env.MAIL_FROM
      rmSync(folder, { recursive: true })
    }
  })
})
