import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shelfOf } from './device.ts'
import { askStorefront, openIdentity, visitor } from './identity.ts'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const part = (content: unknown) => btoa(JSON.stringify(content)).replaceAll('=', '')
const tokenOf = (sub: unknown, exp = inSeconds(300)) => `head.${part({ sub, exp })}.signature`

beforeEach(() => localStorage.clear())
afterEach(() => {
  delete window.Backstall
  vi.unstubAllGlobals()
})

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
  const ending = tokenOf('bea', inSeconds(20))
  const good = tokenOf('bea', inSeconds(300))
  const better = tokenOf('bea', inSeconds(600))
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

it('a sign-out counts although an older answer is still on its way and the storefront fails at first', async () => {
  const late = Promise.withResolvers<string>()
  const answers = [async () => tokenOf('bea'), () => late.promise, () => Promise.reject(new Error('out of reach')), async () => null]
  const onWho = vi.fn()
  const ask = vi.fn(() => (answers.length > 1 ? answers.shift() : answers[0])?.() as Promise<string | null>)
  const identity = openIdentity(ask, onWho)
  await identity.refresh()
  shelfOf('buyer:bea').write('unsent:1', 'mine')
  const begun = identity.refresh()
  const done = [identity.recheck(), identity.recheck()]
  const call = identity.tokenOf('buyer:bea')
  late.resolve(tokenOf('bea'))
  await expect(call).rejects.toMatchObject({ isPassing: true })
  await expect(begun).rejects.toMatchObject({ isPassing: true })
  expect(shelfOf('buyer:bea').read('unsent:1')).toBe('mine')
  await Promise.all(done)
  await expect.poll(() => onWho.mock.calls).toEqual([['buyer:bea'], [visitor]])
  await expect(identity.tokenOf('buyer:bea')).rejects.toMatchObject({ code: 'other-buyer' })
  expect(shelfOf('buyer:bea').read('unsent:1')).toBeNull()
})

it.each([
  '<!doctype html><title>Sign in</title>',
  `head.${part('bea')}.signature`,
  `head.${part(null)}.signature`,
  tokenOf(undefined),
  tokenOf(7),
  `${tokenOf('cem')}\n`,
])('an answer that is no token of a buyer changes nothing: %j', async (answer) => {
  const good = tokenOf('bea')
  const { identity, onWho } = open(good, answer)
  await identity.refresh()
  shelfOf('buyer:bea').write('unsent:1', 'mine')
  await expect(identity.refresh()).rejects.toMatchObject({ isPassing: true, cause: expect.any(Error) })
  expect(await identity.tokenOf('buyer:bea')).toBe(good)
  expect(shelfOf('buyer:bea').read('unsent:1')).toBe('mine')
  expect(onWho.mock.calls).toEqual([['buyer:bea']])
})

it('the address of the storefront names a buyer or none, and a page to sign in is neither', async () => {
  const answers = [
    new Response(' token\n'),
    new Response(null, { status: 204 }),
    new Response('No.', { status: 401 }),
    new Response('', { status: 404 }),
  ]
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => answers.shift())
  vi.stubGlobal('fetch', fetched)
  expect([await askStorefront('/token'), await askStorefront('/token'), await askStorefront('/token')]).toEqual(['token', null, null])
  await expect(askStorefront('/token')).rejects.toThrow('/token answered 404.')
  expect(fetched.mock.calls.map(([, { redirect }]) => redirect)).toEqual(Array(4).fill('error'))
})

it('the function of the storefront is found although its object came later', async () => {
  expect(await askStorefront()).toBeNull()
  window.Backstall = { getToken: () => 'token' }
  expect(await askStorefront('/token')).toBe('token')
  window.Backstall = { getToken: async () => undefined }
  expect(await askStorefront()).toBeNull()
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
