import type { Bootstrap } from '#contract/bootstrap.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** What the server wrote into this page. Taken out of it, so that a page that is saved or looked through does not carry it around. */
const known: Bootstrap | null = take()

function take(): Bootstrap | null {
  const place = document.getElementById('known')
  place?.remove()
  return place ? JSON.parse(place.textContent) : null
}

/** Where the feed stood when the page was made for this person; null if it was made for somebody else, or brought nothing along. */
export const positionFor = (userId: string): string | null => (known?.me.user?.id === userId ? known.position : null)

/** Puts what came with the page where the screens look for it, as if they had asked. */
export function adoptBootstrap(): void {
  if (!known) return
  queries.setQueryData(meQuery.queryKey, known.me)
  if (!known.list) return
  const { call, input, answer } = known.list
  const about = { input: () => input, initialPageParam: undefined }
  queries.setQueryData(rpc.products[call].infiniteKey(about), { pages: [answer], pageParams: [undefined] })
}
