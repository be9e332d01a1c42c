import { AppError } from '#domain/errors.ts'

let common: Promise<ReadonlySet<string>> | undefined

/** The 3,000 commonest passwords, read when somebody first chooses one. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } })
  return new Set(list.passwords.flatMap((line) => line.split(' ')))
}

/** Refuses a password that everybody guesses first, however it is capitalised (product §2). Throws `password-common`. */
export async function checkPassword(password: string): Promise<void> {
  common ??= readCommon()
  if ((await common).has(password.toLowerCase())) throw new AppError('password-common', { field: 'password' })
}
