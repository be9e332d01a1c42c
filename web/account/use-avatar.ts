import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Account } from '#domain/account.ts'
import { problemOf } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { toast } from '#web/ui/toasts.ts'
import { useOnePicture } from '#web/uploads/use-one-picture.ts'

/** One's own picture as it is changed: at once, and one at a time. */
export function useAvatar() {
  const queries = useQueryClient()
  const adopt = (said: string) => (fresh: Account) => {
    queries.setQueryData(rpc.account.get.queryKey(), fresh)
    toast(said)
  }
  const picture = useOnePicture({
    address: '/api/account/avatar',
    read: (body) => Account.parse(body),
    adopt: adopt(t('account.picture.saved')),
  })
  const remove = useMutation({
    mutationFn: () => client.account.removeAvatar(),
    onSuccess: adopt(t('account.picture.removed')),
    onError: (error) => picture.refuse({ sentence: problemOf(error).message, again: null }),
    onMutate: () => picture.refuse(null),
  })
  return { ...picture, remove }
}
