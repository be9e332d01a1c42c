import { expect, test } from 'vitest'
import { passwords } from './passwords.ts'

const composed = 'caf\u00e9 \u212b \ufb01'
const decomposed = 'cafe\u0301 A\u030a fi'

/** Hashes from the time before our own code: made by better-auth 1.7.7. */
const stored = {
  'a lantern in the fog':
    '9b3478a844306cc029d1622ba8396dca:e8dccc86e56ae59751486ff62e772bd64943aba92092ceecc7b38f9a15425aef393a727c11656426ade27b6fc3f47faa9ecb75516f23072a0d63441329f88c3d',
  '\u043a\u043b\u044e\u0447 \ud83d\udddd\ufe0f und \ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67':
    '2c24529e279a415180bb3ccf0e9b7394:0e153eda522f1a03f597f7966aa62ec63b0dfc4a5f82f3725f522c2d3c58ef9e24374462a324c298bf5e2d9a8daa97fbf1abb8384c2385b3603186f27f544bc9',
  [composed]:
    '1e70701c120bad56f85e6574e867fa62:07b7ea50813c2fc49da47e76e4186a32e24269023559c4bf36b6bd09163d666ca51d1445c0bd3531dfbd0690d20956a70780b882af0e282056f4282d16e094cd',
  [decomposed]:
    '74f6edbedc519a99737b147c7367f450:e68cb861463baf37bccbe7765809270d9ec8eb0a508bc88c3eaa3e3ba0d42aeb852c981896ebc83b5c65f4138f64f3a7938fe307c1950e3e4807e8499889cda1',
}

test.each(Object.entries(stored))('"%s" matches its earlier stored hash, and no other password does', async (password, hash) => {
  expect(await passwords.verify({ hash, password })).toBe(true)
  expect(await passwords.verify({ hash, password: `${password} ` })).toBe(false)
})

test('a password is stored in the former format, with a salt of its own, and matches in any Unicode composition', async () => {
  const hashes = await Promise.all([passwords.hash(composed), passwords.hash(composed)])
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(new Set(hashes).size).toBe(2)
  for (const hash of [hashes[0] ?? '', stored[composed] ?? '']) expect(await passwords.verify({ hash, password: decomposed })).toBe(true)
})

test('no password matches a stored hash that is broken', async () => {
  const [password, hash = ''] = Object.entries(stored)[0] ?? ['']
  const [salt, key = ''] = hash.split(':')
  const broken = ['', ':', 'x', `${salt}:`, `:${key}`, `${salt}:${key.slice(2)}`, `${salt}:${key}00`, `${salt}:${'\u00e9'.repeat(64)}`]
  expect(await Promise.all(broken.map((hash) => passwords.verify({ hash, password })))).toEqual(broken.map(() => false))
})
