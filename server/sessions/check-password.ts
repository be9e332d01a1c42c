import { AppError } from '#domain/errors.ts'

let common: Promise<ReadonlySet<string>> | undefined

/** The 3,000 most common passwords, loaded when a password is first chosen. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } })
  return new Set(list.passwords.flatMap((line) => line.split(' ')))
}

/** Throws `password-common` for one of the most common passwords, in any case (product §2). */
export async function checkPassword(password: string): Promise<void> {
  common ??= readCommon()
  if ((await common).has(password.toLowerCase())) throw new AppError('password-common', { field: 'password' })
}
