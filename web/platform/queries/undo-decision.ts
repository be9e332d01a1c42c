import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { eachItem, type Failures } from '#web/platform/queries/each-item.ts'
import { noAnswer } from '#web/platform/rpc/problem.ts'
import { toast, type Undo } from '#web/ui/toasts.ts'

/** A decision that can be undone. */
export type Undoable = {
  id: string
  /** The title of the item, or the name of the person. */
  title: string
  /** Sends the undo, and shows the item as it is afterwards. */
  send: () => Promise<unknown>
  /** The end of its time, by this device's clock. */
  until: number
}

/** The end of the time to undo what was decided now. */
export const untilFromNow = (): number => Date.now() + limits.undo.ms

/** Names of one reason that are listed; of the rest only the number. */
const namesShown = 3

/**
 * The undo of the person's own decisions, for the toast about them (product §3): each for its own time, which began as it was decided. `stale` is
 * what it makes stale.
 */
export const undoing = (queries: QueryClient, decisions: readonly Undoable[], stale: readonly QueryKey[]): Undo => {
  const ends = decisions.map(({ until }) => until)
  return {
    id: decisions.length === 1 ? decisions[0]?.id : undefined,
    run: () => {
      const rest = decisions.filter(({ until }) => until > Date.now())
      // If all are over, the server says why.
      void undo(queries, rest.length > 0 ? rest : decisions, stale)
    },
    ms: Math.max(...ends) - Date.now(),
    allMs: Math.min(...ends) - Date.now(),
  }
}

/**
 * Undoes each decision by the single rule, and shows which it was too late for. What got no answer can be tried again for the rest of the time.
 * Shows nothing once this person is not signed in any more.
 */
async function undo(queries: QueryClient, decisions: readonly Undoable[], stale: readonly QueryKey[]): Promise<void> {
  const unanswered: Undoable[] = []
  const send = (one: Undoable) =>
    queries
      .getMutationCache()
      .build(queries, { mutationFn: one.send, networkMode: 'always' })
      .execute(undefined)
      .catch((error: unknown) => {
        if (noAnswer(error)) unanswered.push(one)
        throw error
      })
  const failures = await eachItem(decisions, send).catch(() => null)
  if (!failures) return
  const [first] = decisions
  const title = decisions.length === 1 && first ? first.title : null
  const count = decisions.length - failures.size
  if (count > 0) toast(title === null ? t('common.undoneMany', { count }) : t('common.undone', { title }), 'undone')
  if (failures.size > 0) {
    const retried = unanswered.length > 0 ? undoing(queries, unanswered, stale) : undefined
    const again = retried && retried.ms > 0 ? retried : undefined
    const lost = title !== null && unanswered.length > 0
    toast(lost ? t('common.notUndone', { title }) : failureText(decisions, failures), 'bad', again)
  }
  await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** Each reason, with the titles it is about if there was more than one decision. */
function failureText(decisions: readonly Undoable[], failures: Failures): string {
  if (decisions.length === 1) return [...failures.values()].join('')
  const failed = decisions.filter(({ id }) => failures.has(id))
  const byReason = Map.groupBy(failed, ({ id }) => failures.get(id) ?? '')
  return [...byReason].map(([why, items]) => t('common.notUndoneMany', { named: namesOf(items), why })).join(' ')
}

function namesOf(items: readonly Undoable[]): string {
  const named = items.slice(0, namesShown).map(({ title }) => `“${title}”`)
  const more = items.length - named.length
  return more > 0 ? t('common.namedAndMore', { named: named.join(', '), count: more }) : named.join(', ')
}
