import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { undoing } from '#web/platform/queries/undo-decision.ts'
import { dismissToasts, toast, toasts, undoKey } from '#web/ui/toasts.ts'

afterEach(dismissToasts)

it('a person who undoes the rest sends nothing that is over, and is told of no failure', async () => {
  const sent: string[] = []
  const decision = (id: string, ms: number) => ({ id, title: id, send: async () => sent.push(id), until: Date.now() + ms })
  undoing(new QueryClient(), [decision('over', -1), decision('rest', 60_000)], []).run()
  await expect.poll(() => toasts.read().map(({ tone }) => tone)).toEqual(['undone'])
  expect(sent).toEqual(['rest'])
})

it('a person whose undo is refused undoes the decision before it with the next press', async () => {
  const sent: string[] = []
  const decide = (id: string, send: () => Promise<unknown>) =>
    toast(id, 'good', undoing(new QueryClient(), [{ id, title: id, send, until: Date.now() + 60_000 }], []))
  decide('first', async () => sent.push('first'))
  decide('second', () => Promise.reject({ code: 'too-late', status: 409, message: 'Too late.' }))
  undoKey()?.()
  await expect.poll(() => toasts.read().map(({ tone }) => tone)).toEqual(['good', 'bad'])
  undoKey()?.()
  await expect.poll(() => sent).toEqual(['first'])
})
