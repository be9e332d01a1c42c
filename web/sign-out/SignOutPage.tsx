import { useMutation } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Me } from '#contract/users.ts'
import { homeOf } from '#domain/routes.ts'
import { sendingNow } from '#web/approval/decisions.ts'
import { namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/platform/loading/ErrorScreen.module.css'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { queries } from '#web/platform/queries/queries.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { signOut } from '#web/platform/session/auth.ts'
import { useMeIfSignedIn } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

/** Separate, because its texts are not among those of visitors' screens. */
const ConfirmSignOut = lazyComponent(() => import('#web/sign-out/ConfirmSignOut.tsx'), 'default')
// Loaded with this screen, which is preloaded: unsent work is most likely without a network.
void ConfirmSignOut.preload()

/** `/logout` (spec §2): ends the session and goes to the sign-in screen; asks first if anything is unsent (product §11). */
export function SignOutPage() {
  const me = useMeIfSignedIn()
  const navigate = useNavigate()
  const stay = useStay()
  const begun = useRef(false)
  const [unsent, setUnsent] = useState<Unsent[]>([])
  const { mutate, error, isError, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: ({ isRemoved, url }) =>
      // If data stayed in this browser, the person is warned here instead of being sent on to sign out at the provider.
      isRemoved && url ? location.assign(url) : navigate({ to: '/login', replace: true, state: isRemoved ? {} : { leftBehind: true } }),
  })
  usePageTitle(t('signIn.signingOut'))
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    // In an effect, because a form that was left for this page stores its last input as it unmounts.
    void (me ? findUnsent(me) : Promise.resolve([])).then((found) => (found.length > 0 ? setUnsent(found) : mutate()))
  }, [me, mutate])
  if (unsent.length > 0 && !isError) {
    return (
      <Suspense fallback={<Spinner page />}>
        <ConfirmSignOut unsent={unsent} busy={isPending} onStay={stay} onLeave={() => mutate()} />
      </Suspense>
    )
  }
  return (
    <main className={isError ? `${css.screen} column center` : undefined}>
      <h1 className={isError ? undefined : 'visually-hidden'}>{t(isError ? 'signIn.signOutFailed' : 'signIn.signingOut')}</h1>
      {isError ? (
        <>
          <p className={css.text}>{problemOf(error).message}</p>
          <Button look="primary" onClick={() => mutate()}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <Spinner page />
      )}
    </main>
  )
}

/** Returns to the previous page, or home if the address was typed. */
function useStay(): () => void {
  const me = useMeIfSignedIn()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  return () => (canGoBack ? history.back() : void navigate({ href: me ? homeOf[me.role] : '/login', replace: true }))
}

/** A kind of unsent work that a sign-out would lose, and its count. */
export type Unsent = { what: 'messages' | 'drafts' | 'forms' | 'rejections' | 'decisions' | 'bulk'; count: number }

/** What this person began and did not save or send; sign-out warns of it (product §11). */
async function findUnsent({ id, role }: Me): Promise<Unsent[]> {
  const names = namesOnDevice(id)
  const countOf = (start: string) => names.filter((name) => name.startsWith(start)).length
  const messages = countOf('unsent:')
  const drafts = countOf('chat:')
  const rejections = countOf('rejection:')
  const all: Unsent[] = [
    { what: 'messages', count: messages },
    { what: 'drafts', count: drafts },
    // What was opened last and which columns are shown is nothing that could be lost.
    { what: 'forms', count: names.length - messages - drafts - rejections - countOf('recent') - countOf('columns') },
    { what: 'rejections', count: rejections },
    { what: 'decisions', count: sendingNow(queries) },
    { what: 'bulk', count: role === 'admin' ? await pendingBulkCount() : 0 },
  ]
  return all.filter(({ count }) => count > 0)
}

/**
 * How many decisions remain of the bulk decisions started in this session; they are refused without it. Those of other sessions continue.
 */
async function pendingBulkCount(): Promise<number> {
  // If the server cannot be reached, sign-out fails too and says so.
  const all = await client.bulkDecisions.list().catch(() => [])
  const open = all.filter(({ inThisSession, status }) => inThisSession && (status === 'held' || status === 'running'))
  return open.reduce((sum, { items, results }) => sum + items.length - results.length, 0)
}
