import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { clearDevice } from '#web/platform/drafts/clear-device.ts'
import { storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { fakeLocks, releaseLock } from '#web/testing/locks.ts'

/** A page in a tab of its own, which shares only the storage with the others; Anna is signed in. */
async function openPage() {
  vi.resetModules()
  const { meQuery, queries } = await import('#web/platform/queries/queries.ts')
  const { drafts } = await import('#web/platform/session/drafts.ts')
  const signIn = (id: string | null) => queries.setQueryData(meQuery.queryKey, { user: id && { id } } as never)
  signIn('anna')
  const texts = drafts((content) => (typeof content === 'string' ? content : null))
  return {
    signIn,
    own: (name = 'chat:1', user = 'anna') => texts.own(user, name)?.content ?? null,
    type: (text: string | null, name = 'chat:1') => texts.store('anna', name, text),
    takeOver: (name = 'chat:1', isWanted = () => true) => texts.takeOver('anna', name, isWanted),
  }
}
const contentOf = (draft: { content: string } | null) => draft?.content ?? null
const leftBy = (tab: string, content: unknown, at = Date.now()) =>
  localStorage.setItem(`backstall-unsaved:anna:chat:1#${tab}`, JSON.stringify({ at, content }))
const stored = () => Object.keys(localStorage).map((key) => key.split(':').slice(2).join(':'))

afterEach(() => {
  clearDevice(null)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe.each([
  ['with locks', fakeLocks],
  // Plain HTTP is no secure context: jsdom has no locks either.
  ['without locks, as over plain HTTP', () => expect(navigator.locks).toBeUndefined()],
] as const)('a draft in a browser %s', (_, begin) => {
  beforeEach(begin)

  it('is not shared by a second tab, which overwrites nothing of the first', async () => {
    const one = await openPage()
    expect(one.own()).toBeNull()
    one.type('Dear Sally')
    const two = await openPage()
    expect(two.own()).toBeNull()
    expect(await two.takeOver()).toBeNull()
    two.type('Dear Rob')
    expect([one.own(), two.own()]).toEqual(['Dear Sally', 'Dear Rob'])
    two.type(null)
    expect([one.own(), two.own()]).toEqual(['Dear Sally', null])
  })

  it('that was stored when all tabs shared a name is taken over by one of them', async () => {
    storeOnDevice('anna', 'chat:1', 'Dear everybody')
    const pages = [await openPage(), await openPage()]
    const taken = await Promise.all(pages.map((page) => page.takeOver()))
    expect(taken.map(contentOf).toSorted()).toEqual(['Dear everybody', null])
  })

  it('of a closed tab is taken over by the next, and keeps its age', async () => {
    const at = Date.now() - 60_000
    leftBy('gone', 'Dear Sally', at)
    const page = await openPage()
    expect(await page.takeOver()).toEqual({ content: 'Dear Sally', at })
    expect(page.own()).toBe('Dear Sally')
    expect(stored()).toHaveLength(1)
  })

  it('is taken over for the same name only, the newest first', async () => {
    const now = Date.now()
    leftBy('gone', 'Older', now - 2)
    leftBy('gone-too', 'Newer', now - 1)
    for (const name of ['chat:12#gone', 'chat#gone', 'product:1#gone']) storeOnDevice('anna', name, 'Elsewhere')
    storeOnDevice('ben', 'chat:1#gone', 'Not hers')
    const page = await openPage()
    expect(contentOf(await page.takeOver())).toBe('Newer')
    expect(contentOf(await page.takeOver())).toBe('Older')
    expect(await page.takeOver()).toBeNull()
  })

  it('is taken over by one of several tabs that open at once', async () => {
    leftBy('gone', 'Teapot')
    leftBy('gone-too', 'Kettle')
    const pages = [await openPage(), await openPage(), await openPage()]
    for (const page of pages) page.own()
    const taken = await Promise.all(pages.map((page) => page.takeOver()))
    expect(taken.map(contentOf).toSorted()).toEqual(['Kettle', 'Teapot', null])
  })

  it('stays where it is if it is not wanted any more', async () => {
    leftBy('gone', 'Dear Sally')
    const page = await openPage()
    expect(await page.takeOver('chat:1', () => false)).toBeNull()
    expect(stored()).toEqual(['chat:1#gone'])
  })
})

describe('a draft', () => {
  it('is found again after a reload, even while the page before still has its lock and a newer one was left', async () => {
    fakeLocks()
    const before = await openPage()
    before.own()
    before.type('Teapot')
    leftBy('gone', 'Kettle', Date.now() + 1)
    dispatchEvent(new Event('pagehide'))
    const tab = sessionStorage.getItem('backstall-tab')
    const after = await openPage()
    const taken = after.takeOver()
    releaseLock(`backstall-form:${tab}`)
    expect(contentOf(await taken)).toBe('Teapot')
  })

  it('is not taken over by a duplicated tab while the other one is open', async () => {
    fakeLocks()
    const one = await openPage()
    one.own()
    one.type('Teapot')
    dispatchEvent(new Event('pagehide'))
    expect(await (await openPage()).takeOver()).toBeNull()
    expect(one.own()).toBe('Teapot')
  })

  it('is not taken over where the browser has neither locks nor a channel between tabs', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    leftBy('gone', 'Teapot')
    expect(await (await openPage()).takeOver()).toBeNull()
  })

  it('is neither stored nor taken over after its author signed out, and the window stores nothing then', async () => {
    fakeLocks()
    const page = await openPage()
    page.own()
    leftBy('gone', 'Teapot')
    page.signIn('ben')
    expect(page.type('Dear Sally')).toBe(false)
    expect(await page.takeOver()).toBeNull()
    page.signIn(null)
    dispatchEvent(new Event('pagehide'))
    expect(stored()).toEqual(['chat:1#gone'])
  })

  it('is taken over although no more can be stored, and none of the others makes room for it', async () => {
    fakeLocks()
    leftBy('gone', 'The oldest', Date.now() - 60_000)
    for (let at = 2; at <= limits.unsaved.draftsMax; at++) storeOnDevice('anna', `chat:other-${at}`, at)
    const page = await openPage()
    expect(contentOf(await page.takeOver())).toBe('The oldest')
    expect(page.own()).toBe('The oldest')
    expect(stored()).toHaveLength(limits.unsaved.draftsMax)
  })

  it('that cannot be read is as good as none', async () => {
    fakeLocks()
    leftBy('gone', { spoilt: true })
    leftBy('gone-too', 'Kettle', Date.now() - 1)
    expect(contentOf(await (await openPage()).takeOver())).toBe('Kettle')
  })
})
