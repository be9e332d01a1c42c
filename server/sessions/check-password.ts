import { AppError } from '#domain/errors.ts'
import { defaultSettings } from '#domain/settings.ts'
import type { App } from '#server/platform/app.ts'

let common: Promise<ReadonlySet<string>> | undefined

/** The 3,000 most common passwords, loaded when a password is first chosen. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } })
  return new Set(list.passwords.flatMap((line) => line.split(' ')))
}

type Owner = { name: string; email: string }

/** Passwords are hashed in this form, so what differs only in it is the same password; case and spaces are the first that is tried. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

/**
 * Throws for a new password that is tried first (product §2): `password-common` for one of the most common, `password-guessable` for the
 * name or address of the person, the part before the @, or the name of the marketplace or of Backstall. Neither case nor spaces make a difference.
 */
export async function checkPassword(app: Pick<App, 'settings'>, password: string, { name, email }: Owner): Promise<void> {
  const marketplaces = [app.settings.current().marketplaceName, defaultSettings.marketplaceName]
  if ([name, email, email.split('@')[0] ?? '', ...marketplaces].map(plain).includes(plain(password)))
    throw new AppError('password-guessable', { field: 'password' })
  common ??= readCommon()
  if ((await common).has(plain(password))) throw new AppError('password-common', { field: 'password' })
}
