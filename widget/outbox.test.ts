import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WidgetMessage } from '#contract/widget.ts'
import { shelfOf } from './device.ts'
import { openOutbox } from './outbox.ts'
import { Refusal } from './refusal.ts'

const closing: AbortController[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const one of closing.splice(0)) one.abort()
})

type Answer = 'sent' | Refusal
const away = new Refusal('No answer.', 'unavailable', 0)

/** An outbox whose attempts are answered so, one after the other, and then always by the last. */
function open(...answers: Answer[]) {
  const closed = new AbortController()
  closing.push(closed)
  const attempts: { text: string; clientId: string }[] = []
  const call = async (_: string, { text, clientId }: { text: string; clientId: string }) => {
    attempts.push({ text, clientId })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Refusal) throw answer
    return { number: attempts.length } as WidgetMessage
  }
  const sent = vi.fn()
  const outbox = openOutbox(
    {
      calls: { call: call as never, start: async () => {} },
      shelf: shelfOf('buyer:bea'),
      alone: (work) => work(),
      sent,
      changed: () => {},
    },
    closed.signal,
  )
  return { outbox, attempts, sent, close: () => closed.abort() }
}
const textsOf = (attempts: { text: string }[]) => attempts.map(({ text }) => text)

it('messages written while Backstall is away outlive the page and go out in order, under the same ids', async () => {
  const first = open(away)
  first.outbox.add('one', [])
  first.outbox.add('two', [])
  await expect.poll(() => first.outbox.isStuck()).toBe(true)
  first.close()
  const before = first.outbox.read().map(({ clientId }) => clientId)
  const { outbox, attempts, sent } = open(away, 'sent')
  await expect.poll(() => outbox.isStuck()).toBe(true)
  outbox.wake()
  await expect.poll(() => sent.mock.calls.length).toBe(2)
  expect(textsOf(attempts)).toEqual(['one', 'one', 'two'])
  expect([...new Set(attempts.map(({ clientId }) => clientId))]).toEqual(before)
  expect([outbox.read(), outbox.isStuck()]).toEqual([[], false])
})

it('a refused message says why and does not hold up the next one; it is sent again or deleted on request', async () => {
  const { outbox, attempts } = open(new Refusal('Blocked.', 'chat-blocked', 403), 'sent')
  outbox.add('refused', [])
  outbox.add('next', [])
  await expect.poll(() => textsOf(attempts)).toEqual(['refused', 'next'])
  await expect.poll(() => outbox.read().map(({ text, refused }) => [text, refused])).toEqual([['refused', 'Blocked.']])
  outbox.retry(attempts[0]?.clientId ?? '')
  await expect.poll(() => outbox.read()).toEqual([])
  expect(attempts[2]).toEqual(attempts[0])
})

it('what other code left in the storage is no message', async () => {
  shelfOf('buyer:bea').write('unsent:x', 'not JSON')
  const { outbox, attempts } = open('sent')
  outbox.add('mine', [])
  await expect.poll(() => outbox.read()).toEqual([])
  expect(textsOf(attempts)).toEqual(['mine'])
})
