import '#web/testing/indexed-db.ts'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import { defaultSettings } from '#domain/settings.ts'
import { clearDevice } from '#web/platform/drafts/clear-device.ts'
import { readFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { cacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { lastSearch, useListMemory } from '#web/platform/queries/list-memory.ts'
import { currentUserId, meQuery, queries } from '#web/platform/queries/queries.ts'
import { forgetEndedPerson, forgetIfEnded, signIn, signOut } from '#web/platform/session/auth.ts'
import { toast, toasts } from '#web/ui/toasts.ts'

const settings = { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' }
const sits = (id: string | null) => queries.setQueryData(meQuery.queryKey, { user: id ? ({ id } as Me) : null, settings })
/** Sets the person whose session this browser has now. */
const has = (who: string | null, ended = false) => vi.stubGlobal('fetch', async () => Response.json({ ended, who }))
const isDraftStored = () => readFromDevice('anna', 'product:chair') !== null

// Registered before any listener of Backstall's own, as the router's is.
let atPagehide = () => {}
addEventListener('pagehide', () => atPagehide())

beforeEach(() => {
  atPagehide = () => {}
  sits('anna')
  storeOnDevice('anna', 'product:chair', 'A better title')
})
afterEach(() => {
  queries.clear()
  clearDevice(null)
  vi.unstubAllGlobals()
})

describe('when a session is over', () => {
  beforeEach(() => has(null))

  it('because it expired, what is unsent stays on the device for the same person', async () => {
    expect(await forgetEndedPerson('expired')).toBe('kept')
    expect([currentUserId(), isDraftStored()]).toEqual([null, true])
  })

  it.each(['signed-out', 'suspended', 'account-suspended', 'account-closed'])(
    'because a person ended it (%s), nothing of this person stays on the device',
    async (reason) => {
      expect(await forgetEndedPerson(reason)).toBe('deleted')
      expect([currentUserId(), isDraftStored()]).toEqual([null, false])
    },
  )

  it('because a person ended it, as the server alone tells, what is unsent is not promised to be kept', async () => {
    has(null, true)
    expect(await forgetEndedPerson('not-signed-in')).toBe('deleted')
  })

  it('no other person reads what was shown to this person, nor how they searched a list', async () => {
    const { unmount } = renderHook(() => useListMemory('/seller/products', { search: 'secret lamp' }))
    unmount()
    expect(lastSearch('/seller/products')).toEqual({ search: 'secret lamp' })
    toast('“Lamp” was approved.')
    await forgetEndedPerson('expired')
    expect(toasts.read()).toEqual([])
    sits('ben')
    expect(lastSearch('/seller/products')).toEqual({})
  })

  it.each(['expired', 'signed-out'])(
    '(%s), this window stores nothing of the person, even what the router stores as the page is left',
    async (reason) => {
      atPagehide = () => sessionStorage.setItem('scroll', '/seller/products?search=lamp')
      atPagehide()
      await forgetEndedPerson(reason)
      expect(sessionStorage).toHaveLength(0)
      dispatchEvent(new Event('pagehide'))
      expect(sessionStorage).toHaveLength(0)
    },
  )

  it('before this window is opened again, nothing of the person stays in it', async () => {
    sessionStorage.setItem('scroll', '/seller/products?search=lamp')
    sits(null)
    await forgetIfEnded()
    expect(sessionStorage).toHaveLength(0)
  })

  it('and the server cannot be asked, the given reason counts', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await forgetEndedPerson('signed-out')).toBe('deleted')
    expect([currentUserId(), isDraftStored()]).toEqual([null, false])
  })
})

describe('when the end of a former session is reported late', () => {
  it.each(['signed-out', 'expired', 'not-signed-in'])('(%s), a person who has signed in again stays and loses nothing', async (reason) => {
    has('anna')
    expect(await forgetEndedPerson(reason)).toBe(false)
    expect([currentUserId(), isDraftStored()]).toEqual(['anna', true])
  })

  it('and another person has signed in, in another tab, their data stays on the device', async () => {
    has('ben')
    storeOnDevice('ben', 'product:lamp', 'A lamp of his own')
    expect(await forgetEndedPerson('signed-out')).toBe('deleted')
    expect([currentUserId(), readFromDevice('ben', 'product:lamp')?.content]).toEqual([null, 'A lamp of his own'])
  })
})

it('a person who signs in stays, though an earlier answer arrives that no one is signed in', async () => {
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
  expect(currentUserId()).toBe('anna')
})

describe('when no one is signed in and the reason is unknown', () => {
  const answers = (ended: boolean) => {
    const fetch = vi.fn(async () => Response.json({ ended }))
    vi.stubGlobal('fetch', fetch)
    return fetch
  }

  it.each([true, false])('the server answers whether the session was ended (%s), and only then everything is deleted', async (ended) => {
    const fetch = answers(ended)
    sits(null)
    await forgetIfEnded()
    expect(fetch).toHaveBeenCalledWith('/api/auth/ended', expect.objectContaining({ credentials: 'same-origin' }))
    expect(isDraftStored()).toBe(!ended)
  })

  it('everything of a suspended person is deleted, though their session is still valid', async () => {
    answers(false)
    sits(null)
    await forgetIfEnded(true)
    expect(isDraftStored()).toBe(false)
  })

  it('the server is not asked if nothing is stored', async () => {
    const fetch = answers(true)
    clearDevice(null)
    await forgetIfEnded()
    expect(fetch).not.toHaveBeenCalled()
  })

  it('a person who has signed in meanwhile loses nothing', async () => {
    answers(true)
    sits(null)
    const asked = forgetIfEnded()
    sits('anna')
    await asked
    expect(isDraftStored()).toBe(true)
  })

  it('offline everything stays', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    sits(null)
    await forgetIfEnded()
    expect(isDraftStored()).toBe(true)
  })
})

describe('the offline cache, where a window that is closed now found a person signed in after this one had asked', () => {
  const me = { user: 'Anna' }
  beforeEach(async () => {
    await cacheStore.clear()
    await cacheStore.adopt('anna seller', 'build', me)
    sits(null)
  })
  afterEach(() => cacheStore.clear())

  it('is locked as soon as the server answers that no one is', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ ended: false, who: null }))
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toBe(null)
  })

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers 503', async () => new Response('', { status: 503 })],
  ])('is locked even where the server %s: no one can open it until the next visit', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toBe(null)
    // Only its owner can read it.
    expect(await cacheStore.isEmpty()).toBe(false)
  })

  it('stays open where the server cannot be asked, but they have signed in elsewhere since', async () => {
    vi.stubGlobal('fetch', async () => {
      const asked = Date.now()
      await vi.waitUntil(() => Date.now() > asked, { interval: 1 })
      await cacheStore.adopt('anna seller', 'build', me)
      throw new TypeError('Failed to fetch')
    })
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toEqual(me)
  })

  it('stays open where the server answers that they are: they have signed in there', async () => {
    has('anna')
    await forgetIfEnded()
    expect(await cacheStore.remembered('build')).toEqual(me)
  })

  it('shows no one signed in after a sign-out, even if the browser has not answered whether it is deleted', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}))
    const listing = vi.spyOn(indexedDB, 'databases').mockReturnValue(new Promise(() => {}))
    void signOut()
    await expect.poll(currentUserId).toBe(null)
    expect(await cacheStore.remembered('build')).toBe(null)
    expect(await cacheStore.isEmpty()).toBe(false)
    listing.mockRestore()
  })
})
