// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { verifyEntries } from '#web/platform/offline-cache/verify-entries.ts'

const rows = Array.from({ length: 250 }, (_, at) => `row ${at}`)

/** A window with the list of what it asked; a test decides when the server answers. */
function openWindow() {
  const asked: string[] = []
  const waiting = new Map<string, { answer: () => void; fail: (error: unknown) => void }>()
  const stopped = new AbortController()
  const failed = vi.fn()
  const over = vi.fn()
  const ask = (hash: string) => {
    asked.push(hash)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const end = (how: () => void) => {
      waiting.delete(hash)
      how()
    }
    waiting.set(hash, { answer: () => end(resolve), fail: (error) => end(() => reject(error)) })
    return promise
  }
  const entries = verifyEntries({ ask, failed, over, signal: stopped.signal })
  const answer = (count: number) => {
    for (const { answer } of [...waiting.values()].slice(0, count)) answer()
  }
  const answerAll = async (count: number) => {
    while (asked.length < count || waiting.size > 0) {
      answer(waiting.size)
      await new Promise<void>((resolve) => setTimeout(resolve))
    }
  }
  const verify = () => void entries.verify()
  return { ...entries, verify, asked, waiting, failed, over, answer, answerAll, close: () => stopped.abort() }
}

describe('unverified entries (spec §9)', () => {
  it('are asked for in their order, at most a hundred at once, and none twice', async () => {
    const { add, verify, asked, waiting, over, answer, answerAll } = openWindow()
    add([...rows, ...rows])
    verify()
    expect(asked).toEqual(rows.slice(0, 100))
    verify()
    answer(30)
    await expect.poll(() => asked).toEqual(rows.slice(0, 130))
    expect(waiting.size).toBe(100)
    expect(over).not.toHaveBeenCalled()
    await answerAll(250)
    await expect.poll(() => over).toHaveBeenCalledOnce()
    expect(asked).toEqual(rows)
    verify()
    expect(asked).toEqual(rows)
  })

  it('stay unverified when the server cannot be reached: one is tried later, and the rest follows when it was answered', async () => {
    const { add, verify, asked, waiting, failed, answer, answerAll } = openWindow()
    add(rows)
    verify()
    answer(20)
    await expect.poll(() => asked.length).toBe(120)
    const cause = new TypeError('Failed to fetch')
    for (const { fail } of [...waiting.values()]) fail(cause)
    await expect.poll(() => failed.mock.calls).toEqual([[cause]])
    expect(asked).toHaveLength(120)
    verify()
    await expect.poll(() => asked.slice(120)).toEqual(['row 20'])
    waiting.get('row 20')?.fail(cause)
    await expect.poll(() => failed.mock.calls.length).toBe(2)
    verify()
    await answerAll(120 + 1 + 230)
    expect(asked.slice(121), 'the one that failed alone does not hold up the others').toEqual([...rows.slice(21), 'row 20'])
  })

  it('that come up during the verification are included, and those that were answered otherwise are not', async () => {
    const { add, confirm, verify, asked, answerAll, over } = openWindow()
    add(rows.slice(0, 3))
    verify()
    expect(asked).toHaveLength(3)
    add(rows.slice(2, 6))
    confirm('row 4')
    verify()
    await answerAll(5)
    await expect.poll(() => over).toHaveBeenCalledOnce()
    expect(asked).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 5'])
  })

  it('are no longer asked for once the window is closed', async () => {
    const { add, verify, asked, answerAll, over, close } = openWindow()
    add(rows)
    verify()
    close()
    await answerAll(100)
    expect(asked).toHaveLength(100)
    expect(over).not.toHaveBeenCalled()
  })
})
