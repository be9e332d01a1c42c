import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** How passwords are hashed and checked. */
export type Passwords = {
  hash: (password: string) => Promise<string>
  verify: (stored: { hash: string; password: string }) => Promise<boolean>
}

/** The costs of every stored hash. Higher ones need a format that names them (docs/decisions/0033). */
const costs: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 64
const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** The key in hexadecimal. The salt is used as the stored text. NFKC makes equal what can be typed in two ways. */
const keyOf = async (password: string, salt: string): Promise<string> =>
  (await derive(password.normalize('NFKC'), salt, keyBytes, costs)).toString('hex')

/** True for text in the format of our hashes. */
export const isHash = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{32}:[0-9a-f]{128}$/.test(text)

/** The hashes of an installation: tens of milliseconds and 32 MB each, on purpose. Only tests pass others. */
export const passwords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${await keyOf(password, salt)}`
  },
  // A stored hash in an unknown format takes as long to check, and no password matches it.
  verify: async ({ hash, password }) => {
    const [salt = '', key = ''] = hash.split(':')
    const right = Buffer.from(await keyOf(password, salt))
    const given = Buffer.from(key)
    return given.length === right.length && timingSafeEqual(given, right)
  },
}
