import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

const base64 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w+/-]*={0,2}$/)

/** The highest costs that the former service allows. Higher ones would take memory and time at each sign-in. */
export const formerCosts = { roundsMax: 8, memCostMax: 14 }

/** A password hash of the former service: scrypt, whose key encrypts the signer key. Text is base64. */
export const FormerHash = z.object({
  signerKey: base64(400).min(1),
  saltSeparator: base64(100),
  /** r of scrypt, and the logarithm of its N. */
  rounds: z.int().min(1).max(formerCosts.roundsMax),
  memCost: z.int().min(1).max(formerCosts.memCostMax),
  salt: base64(200).min(1),
  hash: base64(400).min(1),
})
type FormerHash = z.infer<typeof FormerHash>

const names = Object.keys(FormerHash.shape) as (keyof FormerHash)[]
const mark = 'former$'

/** True for a stored hash of the former service, which is replaced by one of ours at the first sign-in. */
export const isFormer = (stored: string): boolean => stored.startsWith(mark)

/** A hash of the former service as it is stored. */
export const storedFormer = (hash: FormerHash): string => `${mark}${names.map((name) => hash[name]).join('$')}`

/** The hash of the former service that is stored; null for another hash, or one out of bounds. */
export function formerHashIn(stored: string): FormerHash | null {
  if (!isFormer(stored)) return null
  const parts = stored.slice(mark.length).split('$')
  const given = Object.fromEntries(names.map((name, at) => [name, name === 'rounds' || name === 'memCost' ? Number(parts[at]) : parts[at]]))
  return FormerHash.safeParse(given).data ?? null
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
const bytesOf = (text: string) => Buffer.from(text, 'base64')
/** AES-256. */
const keyBytes = 32
/** Counter mode begins at zero. */
const counter = Buffer.alloc(16)

/** True if it is the password of this stored hash. One out of bounds matches none. */
export async function verifyFormer({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  const data = formerHashIn(stored)
  if (!data) return false
  const { signerKey, saltSeparator, rounds: r, memCost, salt, hash } = data
  const N = 2 ** memCost
  const key = await derive(password, Buffer.concat([bytesOf(salt), bytesOf(saltSeparator)]), keyBytes, {
    N,
    r,
    p: 1,
    maxmem: 256 * N * r + 1024 * 1024,
  })
  const cipher = createCipheriv('aes-256-ctr', key, counter)
  const right = Buffer.concat([cipher.update(bytesOf(signerKey)), cipher.final()])
  const expected = bytesOf(hash)
  return expected.length === right.length && timingSafeEqual(expected, right)
}
