import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Settings } from '#domain/settings.ts'
import { problemOf } from '#web/app/problem.ts'
import { meQuery } from '#web/app/queries.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { toast } from '#web/ui/toasts.ts'
import { useOnePicture } from '#web/uploads/use-one-picture.ts'

/** The logo as it is changed: at once, and one at a time. */
export function useLogo() {
  const queries = useQueryClient()
  /** The new one is on every screen of this window before it is said to be. */
  const adopt = (said: string) => async (settings: Settings) => {
    queries.setQueryData(rpc.settings.get.queryKey(), settings)
    await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    toast(said)
  }
  const picture = useOnePicture({
    address: '/api/settings/logo',
    read: (body) => Settings.parse(body),
    adopt: adopt(t('settings.logo.saved')),
  })
  const remove = useMutation({
    mutationFn: () => client.settings.removeLogo(),
    onSuccess: adopt(t('settings.logo.removed')),
    onError: (error) => picture.refuse({ sentence: problemOf(error).message, again: null }),
    onMutate: () => picture.refuse(null),
  })
  return { ...picture, remove }
}
