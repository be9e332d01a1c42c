import { useQueryClient } from '@tanstack/react-query'
import { Account } from '#domain/account.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'

/** One's own picture as it is changed: at once, and one at a time. */
export function useAvatar() {
  const queries = useQueryClient()
  return useOnePicture<Account>({
    address: '/api/account/avatar',
    read: (body) => Account.parse(body),
    adopt: (fresh) => void queries.setQueryData(rpc.account.get.queryKey(), fresh),
    takeAway: () => client.account.removeAvatar(),
    said: { saved: t('account.picture.saved'), removed: t('account.picture.removed') },
  })
}
