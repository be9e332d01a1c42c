import { randomBytes } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { ConfigError } from '#server/platform/config.ts'
import { checkPassword } from '#server/sessions/check-password.ts'
import { addUser } from '#server/users/add-user.ts'

const name = 'Support'

/** The operator's password, or a random one. Throws `ConfigError` if ADMIN_PASSWORD is easy to guess. */
async function choosePassword(app: App): Promise<string> {
  const { adminPassword: given, supportEmail: email } = app.config
  if (!given) return randomBytes(15).toString('base64url')
  await checkPassword(app, given, { name, email }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new ConfigError(`ADMIN_PASSWORD is refused: ${error.message}`)
  })
  return given
}

/**
 * Creates the support admin on the first start (product §2); called under the migration lock, so that only one of several nodes does it.
 * If there is an admin it changes nothing, and prints so if ADMIN_PASSWORD is set. A random password is printed once, here, unless the log is in JSON.
 */
export async function createSupportAdmin(app: App, print: (line: string) => void = console.log): Promise<void> {
  const { adminPassword, supportEmail, logFormat, oidc, passwordSignIn } = app.config
  const [admin] = await app.sql`select 1 from users where role = 'admin' limit 1`
  if (admin) {
    if (adminPassword) print('ADMIN_PASSWORD is ignored: there is an admin already.')
    return
  }
  const password = await choosePassword(app)
  const id = await addUser(app, { name, email: supportEmail, password }, 'admin', 'system')
  if (!id)
    return print(`There is no admin, and ${supportEmail} belongs to another person. Set SUPPORT_EMAIL to an address that is not used.`)
  if (oidc && !passwordSignIn)
    return print(`The first admin is ${supportEmail}, who signs in at ${oidc.name} with this address, confirmed there.`)
  // Logs in JSON are collected, so they get no password.
  const random =
    logFormat === 'json'
      ? 'a random password: choose one with npm run backstall -- reset-password'
      : `the password ${password} (shown only now)`
  print(`The first admin is ${supportEmail} with ${adminPassword ? 'the password in ADMIN_PASSWORD' : random}.`)
}
