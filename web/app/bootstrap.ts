import type { Bootstrap } from '#contract/bootstrap.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** The bootstrap data of this page. Its element is removed, so that a saved or inspected page does not contain it. */
const bootstrap: Bootstrap | null = take()

function take(): Bootstrap | null {
  const place = document.getElementById('known')
  place?.remove()
  return place ? JSON.parse(place.textContent) : null
}

/** The feed's position when the page was rendered for this person; null if it was for another person, or had no bootstrap data. */
export const positionFor = (userId: string): string | null => (bootstrap?.me.user?.id === userId ? bootstrap.position : null)

/** Puts the bootstrap data into the query cache, as if the screens had asked for it. */
export function adoptBootstrap(): void {
  if (!bootstrap) return
  queries.setQueryData(meQuery.queryKey, bootstrap.me)
  if (bootstrap.home) queries.setQueryData(rpc.account.home.queryKey(), bootstrap.home)
  if (bootstrap.savedViews) queries.setQueryData(rpc.savedViews.list.queryKey(), bootstrap.savedViews)
  if (bootstrap.bulkDecisions) queries.setQueryData(rpc.bulkDecisions.list.queryKey(), bootstrap.bulkDecisions)
  if (!bootstrap.list) return
  const { call, input, answer } = bootstrap.list
  const about = { input: () => input, initialPageParam: undefined }
  queries.setQueryData(rpc.products[call].infiniteKey(about), { pages: [answer], pageParams: [undefined] })
}
