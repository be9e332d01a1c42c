import { useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Unreachable } from '#web/app/errors/Unreachable.tsx'
import { router } from '#web/app/router.tsx'
import { loadAgain } from '#web/platform/loading/load-again.ts'
import { meQuery } from '#web/platform/queries/queries.ts'
import { forgetIfEnded } from '#web/platform/session/auth.ts'
import { SiteName } from '#web/ui/page-title.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

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

/** Listens while somebody is signed in; visitors need not load it. */
function useLive(userId: string | undefined) {
  useEffect(() => {
    if (!userId) return
    let stop = () => {}
    const giveUp = loadAgain(
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
