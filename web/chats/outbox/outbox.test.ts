// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { type Attempt, type OutboxDependencies, openOutbox, type Unsent } from '#web/chats/outbox/outbox.ts'

/** A device with its storage, and a server that the test controls. */
function deviceOf(stored: Unsent[] = []) {
  const memory = new Map(stored.map((unsent) => [unsent.clientId, unsent]))
  const answers: (Attempt | Promise<Attempt>)[] = []
  const attempts: string[] = []
  const device = { online: true }
  let ids = 0
  const dependencies: OutboxDependencies = {
    send: async ({ clientId }) => {
      attempts.push(clientId)
      return (await answers.shift()) ?? { sent: true }
    },
    stored: () => [...memory.values()],
    store: (unsent) => Boolean(memory.set(unsent.clientId, unsent)),
    drop: ({ clientId }) => void memory.delete(clientId),
    now: () => 1_000,
    newId: () => `id-${++ids}`,
    random: () => 0,
    online: () => device.online,
    alone: (work) => work(),
  }
  return { dependencies, memory, answers, attempts, device, open: () => openOutbox(dependencies) }
}

const quiet = () => vi.advanceTimersByTimeAsync(0)

describe('an unsent message', () => {
  it('is sent in the order of writing, one after another', async () => {
    const { open, attempts, memory } = deviceOf()
    const outbox = open()
    for (const text of ['one', 'two', 'three']) outbox.add('chat', text)
    expect(memory.size).toBe(3)
    await expect.poll(() => outbox.read()).toEqual([])
    expect(attempts).toEqual(['id-1', 'id-2', 'id-3'])
    expect(memory.size).toBe(0)
  })

  it('waits while there is no network, even across a reload, and is then sent in order', async () => {
    const { open, attempts, device } = deviceOf()
    device.online = false
    const before = open()
    before.add('chat', 'one')
    before.add('chat', 'two')
    before.close()
    const after = open()
    await Promise.resolve()
    expect(attempts).toEqual([])
    expect(after.read().map(({ text }) => text)).toEqual(['one', 'two'])
    expect(after.isStuck()).toBe(true)
    device.online = true
    after.wake()
    await expect.poll(() => after.read()).toEqual([])
    expect(attempts).toEqual(['id-1', 'id-2'])
  })

  it('is tried again under the same id after the time the server asks for, and no other message overtakes it', async () => {
    vi.useFakeTimers()
    const { open, attempts, answers } = deviceOf()
    answers.push({ again: true, afterMs: 7_000 })
    const outbox = open()
    outbox.add('chat', 'one')
    outbox.add('chat', 'two')
    await quiet()
    await vi.advanceTimersByTimeAsync(6_999)
    expect(attempts).toEqual(['id-1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(attempts).toEqual(['id-1', 'id-1', 'id-2'])
    expect(outbox.read()).toEqual([])
    vi.useRealTimers()
  })

  it.each([7_000, 60 * 24 * 60 * 60 * 1000])(
    'waits %i ms where the server asked for it, though the network is back sooner',
    async (afterMs) => {
      vi.useFakeTimers()
      const { dependencies, attempts, answers } = deviceOf()
      answers.push({ again: true, afterMs })
      const outbox = openOutbox({ ...dependencies, now: Date.now })
      outbox.add('chat', 'one')
      await quiet()
      outbox.wake()
      await vi.advanceTimersByTimeAsync(6_999)
      outbox.wake()
      await quiet()
      expect(attempts).toEqual(['id-1'])
      expect(outbox.isStuck()).toBe(true)
      await vi.advanceTimersByTimeAsync(afterMs - 6_999)
      // A timer cannot wait for two months; `wake` finds that the time is over.
      outbox.wake()
      await quiet()
      expect(attempts).toEqual(['id-1', 'id-1'])
      vi.useRealTimers()
    },
  )

  it('is sent at once when the network is back, unless the server asked for a pause, and at any time by hand', async () => {
    vi.useFakeTimers()
    const { dependencies, attempts, answers } = deviceOf()
    answers.push({ again: true, afterMs: null }, { again: true, afterMs: 0 }, { again: true, afterMs: 60_000 })
    const outbox = openOutbox({ ...dependencies, now: Date.now })
    outbox.add('chat', 'one')
    for (const count of [1, 2, 3]) {
      await quiet()
      expect(attempts).toHaveLength(count)
      outbox.wake()
    }
    await quiet()
    expect(attempts).toHaveLength(3)
    outbox.retry('id-1')
    await quiet()
    expect(outbox.read()).toEqual([])
    vi.useRealTimers()
  })

  it('that is refused shows why, delays no other message, and a retry sends it under the same id', async () => {
    const { open, attempts, answers, memory } = deviceOf()
    answers.push({ refused: 'You are blocked.' })
    const outbox = open()
    outbox.add('chat', 'one')
    outbox.add('chat', 'two')
    await expect.poll(() => outbox.read()).toMatchObject([{ text: 'one', refused: 'You are blocked.' }])
    expect(memory.get('id-1')?.refused).toBe('You are blocked.')
    outbox.retry('id-1')
    await expect.poll(() => outbox.read()).toEqual([])
    expect(attempts).toEqual(['id-1', 'id-2', 'id-1'])
  })

  it('can be discarded, but not while it is being sent', async () => {
    const { open, answers, attempts } = deviceOf()
    let answer: (attempt: Attempt) => void = () => {}
    answers.push(new Promise((resolve) => (answer = resolve)))
    const outbox = open()
    outbox.add('chat', 'one')
    outbox.add('chat', 'two')
    await expect.poll(() => attempts).toEqual(['id-1'])
    outbox.discard('id-1')
    outbox.discard('id-2')
    expect(outbox.read().map(({ text }) => text)).toEqual(['one'])
    answer({ sent: true })
    await expect.poll(() => outbox.read()).toEqual([])
  })

  it('stays on the device when the session ends, and nothing more is sent', async () => {
    const { open, answers, attempts, memory } = deviceOf()
    answers.push({ ended: true })
    const outbox = open()
    outbox.add('chat', 'one')
    outbox.add('chat', 'two')
    await expect.poll(() => attempts).toEqual(['id-1'])
    outbox.wake()
    await Promise.resolve()
    expect(attempts).toEqual(['id-1'])
    expect(memory.size).toBe(2)
  })

  it('of another tab appears here, and disappears once that tab has sent it', async () => {
    const { open, memory, device } = deviceOf()
    device.online = false
    const outbox = open()
    memory.set('theirs', { clientId: 'theirs', chatId: 'chat', text: 'From there', attachments: [], at: 5, refused: null })
    outbox.reread()
    expect(outbox.read().map(({ text }) => text)).toEqual(['From there'])
    memory.clear()
    outbox.reread()
    expect(outbox.read()).toEqual([])
  })

  it('that a full device could not store stays in this tab whatever other tabs write, and is reported as not stored', async () => {
    vi.useFakeTimers()
    const { dependencies, answers, attempts } = deviceOf()
    answers.push({ again: true, afterMs: 1_000 })
    const outbox = openOutbox({ ...dependencies, store: () => false })
    const { clientId } = outbox.add('chat', 'Precious')
    await quiet()
    outbox.reread()
    expect(outbox.read().map(({ text }) => text)).toEqual(['Precious'])
    expect(outbox.isUnstored(clientId)).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(attempts).toEqual([clientId, clientId])
    expect(outbox.read()).toEqual([])
    expect(outbox.isUnstored(clientId)).toBe(false)
    vi.useRealTimers()
  })
})
