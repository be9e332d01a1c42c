import { hashKey, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { Unreachable } from '#web/app/errors/Unreachable.tsx'
import { router } from '#web/app/router.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { loadWithRetry } from '#web/platform/loading/load-with-retry.ts'
import { meQuery, queries, removePersonalQueries } from '#web/platform/queries/queries.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'
import { forgetIfEnded } from '#web/platform/session/auth.ts'
import { SiteName } from '#web/ui/page-title.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { toast } from '#web/ui/toasts.ts'

/** A spinner while the authentication state loads (spec §2), then the screens. */
export function App() {
  const me = useQuery(meQuery)
  useLive(me.data?.user?.id)
  const isVisitor = me.data?.user === null
  const isSuspended = me.data?.suspension !== undefined
  useEffect(() => {
    if (isVisitor) void forgetIfEnded(isSuspended)
  }, [isVisitor, isSuspended])
  if (me.data) {
    return (
      <SiteName value={me.data.settings.marketplaceName}>
        <RouterProvider router={router} />
      </SiteName>
    )
  }
  return me.isError ? <Unreachable again={() => void me.refetch()} /> : <Spinner page />
}

/** Starts the live updates while a person is signed in; visitors do not load them. */
function useLive(userId: string | undefined) {
  useEffect(() => {
    if (!userId) return
    let stop = () => {}
    const giveUp = loadWithRetry(
      () => import('#web/app/live.ts'),
      ({ startLive }) => {
        stop = startLive(userId)
      },
    )
    return () => {
      giveUp()
      stop()
    }
  }, [userId])
}

const mine = hashKey(meQuery.queryKey)

/** Follows changes of the signed-in person: another role shows other screens at once, and no person means sign-in. */
export function followPerson(): void {
  let last: Me | null = null
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== mine || event.action.type !== 'success') return
    const before = last
    last = queries.getQueryData(meQuery.queryKey)?.user ?? null
    if (!before) return
    // A sign-out sets the data by hand; otherwise the session has ended by itself.
    if (!last) {
      if (!event.action.manual) void announceSessionEnd('not-signed-in')
    } else if (last.id === before.id && last.role !== before.role) void showAs(last.role)
  })
}

/** Removes the former role's query data; the guard redirects from a page that the new role may not see. */
async function showAs(role: Me['role']): Promise<void> {
  removePersonalQueries()
  await router.invalidate()
  toast(t(`users.youAre.${role}`))
}
