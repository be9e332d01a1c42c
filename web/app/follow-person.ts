import { hashKey } from '@tanstack/react-query'
import type { Me } from '#contract/users.ts'
import { router } from '#web/app/router.tsx'
import { forgetOthers, meQuery, queries } from '#web/platform/queries/queries.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'
import { toast } from '#web/ui/toasts.ts'

const mine = hashKey(meQuery.queryKey)

/** Notices what the server says of the person who sits here: another role means other screens at once, nobody any more means the door. */
export function followPerson(): void {
  let last: Me | null = null
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== mine || event.action.type !== 'success') return
    const before = last
    last = queries.getQueryData(meQuery.queryKey)?.user ?? null
    if (!before) return
    // By hand is how signing in and out are noted here.
    if (!last) {
      if (!event.action.manual) void announceSessionEnd('not-signed-in')
    } else if (last.id === before.id && last.role !== before.role) void showAs(last.role)
  })
}

/** What the former role saw is forgotten, and the guard sends on whoever stands where he may not be any more. */
async function showAs(role: Me['role']): Promise<void> {
  forgetOthers()
  await router.invalidate()
  const { t } = await import('#web/platform/i18n/messages.ts')
  toast(t(`users.youAre.${role}`))
}
