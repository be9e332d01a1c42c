import { afterEach, expect, it, vi } from 'vitest'
import { eachItem } from '#web/platform/queries/each-item.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

const signIn = (id: string | null) => queries.setQueryData(meQuery.queryKey, { user: id && { id }, settings: {} } as never)
const refusal = (code: string, message = '') => Object.assign(new Error(message), { code, status: 400 })
const items = Array.from({ length: 12 }, (_, at) => ({ id: String(at) }))
afterEach(() => queries.clear())

it('what fails for one item is told beside it, and the others are done', async () => {
  signIn('anna')
  const failures = await eachItem(items, async ({ id }) => {
    if (id === '3') throw refusal('not-allowed', 'It has changed.')
  })
  expect([...failures]).toEqual([['3', 'It has changed.']])
})

it('nothing more is sent once another person is signed in, and they are told nothing', async () => {
  signIn('anna')
  const call = vi.fn(async ({ id }: { id: string }) => void (id === '5' && signIn('ben')))
  await expect(eachItem(items, call)).rejects.toThrow()
  expect(call.mock.calls.length).toBeLessThan(items.length)
})

it('nothing more is sent once the session ended', async () => {
  signIn('anna')
  const call = vi.fn(async ({ id }: { id: string }) => {
    if (id === '0') throw refusal('not-signed-in')
  })
  await expect(eachItem(items, call)).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(call.mock.calls.length).toBeLessThan(items.length)
})
