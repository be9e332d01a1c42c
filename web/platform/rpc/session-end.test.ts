import { beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import { ada } from '#web/testing/render-app.tsx'

window.history.replaceState(null, '', '/logout')
// Loaded after the address is set: the router reads it when it is loaded.
const { leaveOnSessionEnd, router } = await import('#web/app/router.tsx')
const { meQuery, queries } = await import('#web/platform/queries/queries.ts')
const { announceSessionEnd } = await import('#web/platform/rpc/session-end.ts')

const here = (user: typeof ada | null) =>
  queries.setQueryData(meQuery.queryKey, (cached) => ({ ...cached, settings: defaultSettings, user }) as never)
leaveOnSessionEnd()
beforeEach(async () => {
  here(ada)
  await router.navigate({ to: '/logout' })
  expect(router.state.location.pathname).toBe('/logout')
})

test('a person who has just signed out is on the way to the sign-in screen, and the end of the session sends them nowhere else', async () => {
  const left = window.history.length
  here(null)
  expect(await announceSessionEnd('signed-out')).toBe(false)
  expect([router.state.location.pathname, window.history.length]).toEqual(['/logout', left])
})

test('a person whose session ends before they signed out comes to the sign-in screen, and going back cannot sign out the next person', async () => {
  const left = window.history.length
  vi.stubGlobal('fetch', async () => Response.json({ ended: true, who: null }))
  expect(await announceSessionEnd('signed-out')).toBe(true)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'), { timeout: 10_000 })
  expect(window.history.length).toBe(left)
})
