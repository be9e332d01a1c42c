import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearDevice } from '#web/platform/drafts/device-memory.ts'
import { fakeLocks } from '#web/testing/locks.ts'

/** A separate tab that shares only the storage with the others. */
async function openTab() {
  vi.resetModules()
  const { storeOwnDraft, ownDraft, takeOverDraft } = await import('#web/platform/drafts/own-drafts.ts')
  return {
    own: () => ownDraft('anna', 'chat:1'),
    type: (text: string) => storeOwnDraft('anna', 'chat:1', text),
    takeOver: () => takeOverDraft('anna', 'chat:1', () => true),
  }
}

afterEach(() => {
  clearDevice(null)
  vi.unstubAllGlobals()
})

describe.each([
  ['with locks', fakeLocks],
  // Plain HTTP is no secure context: jsdom has no locks either.
  ['without locks, as over plain HTTP', () => expect(navigator.locks).toBeUndefined()],
] as const)('a draft in a browser %s', (_, begin) => {
  beforeEach(begin)

  it('is not shared by a second tab, which overwrites nothing of the first', async () => {
    const one = await openTab()
    expect(one.own()).toBeNull()
    one.type('Dear Sally')
    const two = await openTab()
    expect(two.own()).toBeNull()
    expect(await two.takeOver()).toBeNull()
    two.type('Dear Rob')
    expect([one.own(), two.own()]).toEqual(['Dear Sally', 'Dear Rob'])
  })

  it('that was stored when all tabs shared a name is taken over by one of them', async () => {
    const { storeOnDevice } = await import('#web/platform/drafts/device-memory.ts')
    storeOnDevice('anna', 'chat:1', 'Dear everybody')
    const tabs = [await openTab(), await openTab()]
    const taken = await Promise.all(tabs.map((tab) => tab.takeOver()))
    expect(taken.toSorted()).toEqual(['Dear everybody', null])
  })

  it('of a closed tab is taken over by the next', async () => {
    const { storeOnDevice } = await import('#web/platform/drafts/device-memory.ts')
    storeOnDevice('anna', 'chat:1#of-a-tab-that-is-gone', 'Dear Sally')
    const tab = await openTab()
    expect(await tab.takeOver()).toBe('Dear Sally')
    expect(tab.own()).toBe('Dear Sally')
  })
})
