// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest'
import { openCalls } from './calls.ts'
import { openIdentity, visitor } from './identity.ts'

afterEach(() => vi.unstubAllGlobals())

/** The calls of a visitor in a tab of its own; the locks between tabs are real. */
async function openTab() {
  const identity = openIdentity(
    async () => null,
    () => {},
  )
  await identity.refresh()
  return { identity, calls: openCalls('https://backstall.example', identity, visitor, new AbortController().signal) }
}

it.each([true, false])("a visitor's first files, message and second tab are of one visitor (with locks: %j)", async (hasLocks) => {
  let made = 0
  const fetched = vi.fn(async (_url: string) => Response.json({ token: `visitor-${++made}` }))
  vi.stubGlobal('fetch', fetched)
  if (!hasLocks) vi.stubGlobal('navigator', {})
  const one = await openTab()
  const other = await openTab()
  one.identity.keepVisitor('')
  await Promise.all([one.calls.start(), one.calls.start(), hasLocks && other.calls.start()])
  await other.calls.start()
  expect(await Promise.all([one, other].map(({ identity }) => identity.tokenOf(visitor)))).toEqual(['visitor-1', 'visitor-1'])
  expect(fetched.mock.calls).toHaveLength(1)
})
