import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '#server/platform/passwords.ts'

const keyOf = (password: string, salt: string): Buffer => scryptSync(password.normalize('NFKC'), salt, 64, { N: 2, r: 1, p: 1 })

/** Salted like those of an installation, but at no cost. Their format differs, so an installation never accepts them. */
export const cheapPasswords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(16).toString('hex')
    return `cheap$${salt}$${keyOf(password, salt).toString('hex')}`
  },
  verify: async ({ hash, password }) => {
    const [form, salt = '', key = ''] = hash.split('$')
    if (form !== 'cheap') throw new Error('This password was not stored by a test.')
    return timingSafeEqual(keyOf(password, salt), Buffer.from(key, 'hex'))
  },
}
