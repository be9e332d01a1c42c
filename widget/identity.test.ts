import { beforeEach, expect, it, vi } from 'vitest'
import { shelfOf } from './device.ts'
import { openIdentity, visitor } from './identity.ts'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tokenOf = (sub: string, exp = inSeconds(300)) => `head.${btoa(JSON.stringify({ sub, exp }))}.signature`

beforeEach(() => localStorage.clear())

/** A storefront that gives these tokens one after the other. */
function open(...tokens: (string | null | Error)[]) {
  const ask = vi.fn(async () => {
    const token = tokens.length > 1 ? tokens.shift() : tokens[0]
    if (token instanceof Error) throw token
    return token ?? null
  })
  const onWho = vi.fn()
  return { identity: openIdentity(ask, onWho), ask, onWho }
}

it('the storefront is asked once for many calls, again before the token ends, and after a refusal', async () => {
  const [ending, good, better] = [tokenOf('bea', inSeconds(20)), tokenOf('bea', inSeconds(300)), tokenOf('bea', inSeconds(600))]
  const { identity, ask, onWho } = open(ending, good, better)
  await Promise.all([identity.refresh(), identity.refresh()])
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await identity.tokenOf('buyer:bea')).toBe(good)
  expect(await identity.tokenOf('buyer:bea')).toBe(good)
  expect(ask).toHaveBeenCalledTimes(2)
  identity.reject(good)
  expect(await identity.tokenOf('buyer:bea')).toBe(better)
  expect(onWho.mock.calls).toEqual([['buyer:bea']])
})

it('another buyer gets nothing of the former one: no token, and nothing that was stored', async () => {
  const { identity, onWho } = open(tokenOf('bea'), tokenOf('cem'))
  await identity.refresh()
  shelfOf('buyer:bea').write('unsent:1', 'secret')
  await identity.refresh()
  expect(onWho.mock.calls).toEqual([['buyer:bea'], ['buyer:cem']])
  expect(shelfOf('buyer:bea').names('')).toEqual([])
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/secret|bea/)
  await expect(identity.tokenOf('buyer:bea')).rejects.toMatchObject({ code: 'other-buyer' })
})

it('a sign-out removes what was stored, but a storefront out of reach removes nothing', async () => {
  const { identity, onWho } = open(tokenOf('bea'), new Error('out of reach'), null)
  await identity.refresh()
  shelfOf('buyer:bea').write('unsent:1', 'mine')
  await expect(identity.refresh()).rejects.toMatchObject({ isPassing: true })
  expect(shelfOf('buyer:bea').read('unsent:1')).toBe('mine')
  await identity.refresh()
  expect(onWho).toHaveBeenLastCalledWith(visitor)
  expect(shelfOf('buyer:bea').read('unsent:1')).toBeNull()
})

it('a visitor keeps their token over pages until it is refused or a buyer signs in', async () => {
  const { identity } = open(null, null, tokenOf('bea'))
  await identity.refresh()
  expect(await identity.tokenOf(visitor)).toBeNull()
  identity.keepVisitor('token-1')
  const next = open(null).identity
  await next.refresh()
  expect(await next.tokenOf(visitor)).toBe('token-1')
  next.reject('another')
  expect(await next.tokenOf(visitor)).toBe('token-1')
  next.reject('token-1')
  expect(await next.tokenOf(visitor)).toBeNull()
  identity.keepVisitor('token-2')
  await identity.refresh()
  await identity.refresh()
  expect(JSON.stringify({ ...localStorage })).not.toContain('token-2')
})
