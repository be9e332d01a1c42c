import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import { defaultSettings } from '#domain/settings.ts'
import { forgetOnDevice, keepOnDevice, keptOnDevice } from '#web/platform/drafts/device-memory.ts'
import { cacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { meQuery, personNow, queries } from '#web/platform/queries/queries.ts'
import { forgetEndedPerson, forgetIfEnded, signIn } from '#web/platform/session/auth.ts'
import { lastList } from '#web/products/list/last-list.ts'
import { toast, toasts } from '#web/ui/toasts.ts'

const settings = { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' }
const sits = (id: string | null) => queries.setQueryData(meQuery.queryKey, { user: id ? ({ id } as Me) : null, settings })
/** Whose session this browser has by now. */
const has = (who: string | null) => vi.stubGlobal('fetch', async () => Response.json({ ended: who === null, who }))
const isKept = () => keptOnDevice('anna', 'product:chair') !== null

beforeEach(() => {
  sits('anna')
  keepOnDevice('anna', 'product:chair', 'A better title')
})
afterEach(() => {
  queries.clear()
  forgetOnDevice(null)
  vi.unstubAllGlobals()
})

describe('when a session is over', () => {
  beforeEach(() => has(null))

  it('by running out, what is unsent stays on the device for the same person', async () => {
    expect(await forgetEndedPerson('expired')).toBe(true)
    expect([personNow(), isKept()]).toEqual([null, true])
  })

  it.each(['signed-out', 'suspended', 'account-suspended', 'account-closed'])(
    'by somebody’s decision (%s), nothing of this person stays on the device',
    async (reason) => {
      expect(await forgetEndedPerson(reason)).toBe(true)
      expect([personNow(), isKept()]).toEqual([null, false])
    },
  )

  it('nobody else reads what was said to this person, nor how his list was searched', async () => {
    lastList.remember({ search: 'secret lamp' })
    toast('“Lamp” was approved.')
    await forgetEndedPerson('expired')
    expect(toasts.read()).toEqual([])
    sits('ben')
    expect(lastList.last()).toEqual({})
  })

  it('and the server cannot be asked whether it is, what was said of it is believed', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await forgetEndedPerson('signed-out')).toBe(true)
    expect([personNow(), isKept()]).toEqual([null, false])
  })
})

describe('when the end of a former session is told late', () => {
  it.each(['signed-out', 'expired', 'not-signed-in'])('(%s), whoever has signed in again stays and loses nothing', async (reason) => {
    has('anna')
    expect(await forgetEndedPerson(reason)).toBe(false)
    expect([personNow(), isKept()]).toEqual(['anna', true])
  })

  it('and somebody else has signed in, in another tab, his things stay on the device', async () => {
    has('ben')
    keepOnDevice('ben', 'product:lamp', 'A lamp of his own')
    expect(await forgetEndedPerson('signed-out')).toBe(true)
    expect([personNow(), keptOnDevice('ben', 'product:lamp')?.content]).toEqual([null, 'A lamp of his own'])
  })
})

it('whoever signs in stays, though an answer from before says that nobody is here', async () => {
  sits(null)
  const { promise: late, resolve: answerLate } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => Response.json({ user: { id: 'anna' } }))
  const before = queries
    .fetchQuery({
      queryKey: meQuery.queryKey,
      queryFn: async () => {
        await late
        return { user: null, settings }
      },
      staleTime: 0,
    })
    .catch(() => null)
  await signIn({ email: 'anna@example.com', password: 'quite a long password' })
  answerLate()
  await before
  expect(personNow()).toBe('anna')
})

describe('where nobody is signed in and it is not known why', () => {
  const answers = (ended: boolean) => {
    const fetch = vi.fn(async () => Response.json({ ended }))
    vi.stubGlobal('fetch', fetch)
    return fetch
  }

  it.each([true, false])('the server tells whether the session was ended (%s), and only then everything goes', async (ended) => {
    const fetch = answers(ended)
    sits(null)
    await forgetIfEnded()
    expect(fetch).toHaveBeenCalledWith('/api/auth/ended', expect.objectContaining({ credentials: 'same-origin' }))
    expect(isKept()).toBe(!ended)
  })

  it('of somebody suspended everything goes, though his session stands', async () => {
    answers(false)
    sits(null)
    await forgetIfEnded(true)
    expect(isKept()).toBe(false)
  })

  it('nothing is asked where nothing is kept', async () => {
    const fetch = answers(true)
    forgetOnDevice(null)
    await forgetIfEnded()
    expect(fetch).not.toHaveBeenCalled()
  })

  it('whoever has signed in meanwhile loses nothing', async () => {
    answers(true)
    sits(null)
    const asked = forgetIfEnded()
    sits('anna')
    await asked
    expect(isKept()).toBe(true)
  })

  it('offline everything stays', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    sits(null)
    await forgetIfEnded()
    expect(isKept()).toBe(true)
  })
})

describe('what was seen, where a window that has gone was told that somebody is here after this one had asked', () => {
  const told = { user: 'Anna' }
  beforeEach(async () => {
    await cacheStore.clear()
    await cacheStore.adopt('anna seller', 'build', told)
    sits(null)
  })
  afterEach(() => cacheStore.clear())

  it('is locked as soon as the server says that nobody is', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ ended: false, who: null }))
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toBe(null)
  })

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['says nothing', async () => new Response('', { status: 503 })],
  ])('is locked also where the server %s: it stands open for nobody until the next visit', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toBe(null)
    // It is there for him alone.
    expect(await cacheStore.isEmpty()).toBe(false)
  })

  it('stays open where the server cannot be asked, but he has signed in elsewhere since', async () => {
    vi.stubGlobal('fetch', async () => {
      const asked = Date.now()
      await vi.waitUntil(() => Date.now() > asked, { interval: 1 })
      await cacheStore.adopt('anna seller', 'build', told)
      throw new TypeError('Failed to fetch')
    })
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toEqual(told)
  })

  it('stays open where somebody is: he has signed in there', async () => {
    has('anna')
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toEqual(told)
  })
})
