import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openForm } from '#web/products/form/open-form.ts'
import { type StoredInput, storedInputs, storeInput } from '#web/products/form/stored-inputs.ts'
import { fakeLocks } from '#web/testing/locks.ts'

const place = { userId: 'anna', productId: null }
const type = (form: string, title: string, entry?: string) =>
  storeInput({ ...place, form }, { version: null, before: { title: '' }, typed: { title }, pictures: false }, entry)

/** A tab that opens a form for a new product; `offered` is the offer it gets. */
function openTab(form: string, about: { entry?: string; offerOf?: (stored: StoredInput) => string | null } = {}) {
  const closed = new AbortController()
  const offerOf = about.offerOf ?? (({ typed }) => typed.title ?? null)
  const opened = openForm(form, { place, entry: about.entry, offerOf, closed: closed.signal })
  return { offered: opened.then((left) => left?.offer ?? null), close: () => closed.abort() }
}

beforeEach(fakeLocks)
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a form, when it is opened,', () => {
  it('gets no offer of input being typed in another tab', async () => {
    const one = openTab('one')
    expect(await one.offered).toBe(null)
    type('one', 'Teapot')
    expect(await openTab('two').offered).toBe(null)
  })

  it('gets an offer of input left by a closed tab', async () => {
    const one = openTab('one')
    await one.offered
    type('one', 'Teapot')
    one.close()
    await expect.poll(() => openTab('two').offered).toBe('Teapot')
  })

  it('gets its offer exclusively, and releases it when it is closed', async () => {
    type('gone', 'Teapot')
    type('gone too', 'Kettle')
    const tabs = [openTab('one'), openTab('two'), openTab('three')] as const
    const offers = await Promise.all(tabs.map(({ offered }) => offered))
    expect(offers.toSorted()).toEqual(['Kettle', 'Teapot', null])
    for (const { close } of tabs) close()
    await expect.poll(() => openTab('four').offered).not.toBe(null)
  })

  it('gets its own input after a reload, even while the previous page is still releasing it', async () => {
    const before = openTab('one', { entry: 'here' })
    await before.offered
    type('one', 'Teapot', 'here')
    type('gone', 'Kettle', 'elsewhere')
    const after = openTab('two', { entry: 'here' })
    before.close()
    expect(await after.offered).toBe('Teapot')
  })

  it('gets no offer where the tab was duplicated and the other one still uses the input', async () => {
    await openTab('one', { entry: 'here' }).offered
    type('one', 'Teapot', 'here')
    expect(await openTab('two', { entry: 'here' }).offered).toBe(null)
    expect(storedInputs(place, undefined)).toHaveLength(1)
  })

  it('deletes input that would no longer change anything, unless another tab has it open', async () => {
    await openTab('one').offered
    type('one', 'Teapot')
    type('gone', 'Kettle')
    expect(await openTab('two', { offerOf: () => null }).offered).toBe(null)
    expect(storedInputs(place, undefined).map(({ form }) => form)).toEqual(['one'])
  })

  describe('in a browser without locks, as over plain HTTP,', () => {
    beforeEach(() => {
      vi.unstubAllGlobals()
      expect(navigator.locks).toBeUndefined()
    })

    it('gets no offer of input being typed in another tab, even in a duplicated one', async () => {
      const one = openTab('one', { entry: 'here' })
      expect(await one.offered).toBe(null)
      type('one', 'Teapot', 'here')
      const two = openTab('two', { entry: 'here' })
      expect(await two.offered).toBe(null)
      for (const tab of [one, two]) tab.close()
    })

    it('gets an offer of input left by a closed tab, as the only one of several that open at once', async () => {
      const one = openTab('one')
      await one.offered
      type('one', 'Teapot')
      one.close()
      const offers = await Promise.all([openTab('two'), openTab('three')].map(({ offered }) => offered))
      expect(offers.toSorted()).toEqual(['Teapot', null])
    })

    it('gets no offer where the browser has no channel between tabs either', async () => {
      vi.stubGlobal('BroadcastChannel', undefined)
      type('gone', 'Teapot')
      expect(await openTab('one').offered).toBe(null)
    })
  })
})
