import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { endsSession, problemOf } from '#web/platform/rpc/problem.ts'

/** How many calls are under way at once. */
const atOnce = 4

/** The items of a bulk action that failed, each with the reason as a sentence. */
export type Failures = ReadonlyMap<string, string>

type Progress = {
  /** True once the person wants no more of it: the items that were not begun count as failed. */
  isStopped?: () => boolean
  onFinished?: () => void
}

/**
 * Makes the single call for each item, under its own rules; one that fails stops no other. Stops and throws once the session of this person
 * ended: nothing is sent under, or shown to, the next one.
 */
export async function eachItem<Item extends { id: string }>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
  { isStopped = () => false, onFinished }: Progress = {},
): Promise<Failures> {
  const sender = currentUserId()
  const waiting = [...items]
  const failures = new Map<string, string>()
  const work = async () => {
    for (let item = waiting.shift(); item && currentUserId() === sender; item = waiting.shift()) {
      const { id } = item
      if (isStopped()) {
        failures.set(id, t('common.select.stopped'))
        continue
      }
      await call(item).catch((error: unknown) => {
        if (endsSession(error)) {
          waiting.length = 0
          throw error
        }
        failures.set(id, problemOf(error).message)
      })
      onFinished?.()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (currentUserId() !== sender) throw new Error('The person who began this is not signed in any more.')
  return failures
}
