import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** How passwords are stored, and recognised again. */
export type Passwords = {
  hash: (password: string) => Promise<string>
  verify: (stored: { hash: string; password: string }) => Promise<boolean>
}

/** As every stored hash was made; other costs need a form of their own (docs/decisions/0033). */
const costs: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 64
const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** In hexadecimal. The salt counts as the text that is stored; letters that can be written in two ways are one (NFKC). */
const keyOf = async (password: string, salt: string): Promise<string> =>
  (await derive(password.normalize('NFKC'), salt, keyBytes, costs)).toString('hex')

/** Those of an installation. They cost tens of milliseconds and 32 MB each on purpose; only a test hands others in. */
export const passwords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${await keyOf(password, salt)}`
  },
  // A stored hash in no form of ours costs as much, and no password fits it.
  verify: async ({ hash, password }) => {
    const [salt = '', key = ''] = hash.split(':')
    const right = Buffer.from(await keyOf(password, salt))
    const given = Buffer.from(key)
    return given.length === right.length && timingSafeEqual(given, right)
  },
}
