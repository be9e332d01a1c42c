import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { undoing } from '#web/platform/queries/undo-decision.ts'
import { toasts } from '#web/ui/toasts.ts'

it('a person who undoes the rest sends nothing that is over, and is told of no failure', async () => {
  const sent: string[] = []
  const decision = (id: string, ms: number) => ({ id, title: id, send: async () => sent.push(id), until: Date.now() + ms })
  undoing(new QueryClient(), [decision('over', -1), decision('rest', 60_000)], []).run()
  await expect.poll(() => toasts.read().map(({ tone }) => tone)).toEqual(['undone'])
  expect(sent).toEqual(['rest'])
})
