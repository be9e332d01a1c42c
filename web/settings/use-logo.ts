import { useQueryClient } from '@tanstack/react-query'
import { Settings } from '#domain/settings.ts'
import { meQuery } from '#web/app/queries.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/later.ts'
import { useOnePicture } from '#web/uploads/use-one-picture.ts'

/** The logo as it is changed: at once, and one at a time. */
export function useLogo() {
  const queries = useQueryClient()
  return useOnePicture<Settings>({
    address: '/api/settings/logo',
    read: (body) => Settings.parse(body),
    // The new one is on every screen of this window before it is said to be.
    adopt: async (settings) => {
      queries.setQueryData(rpc.settings.get.queryKey(), settings)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    },
    takeAway: () => client.settings.removeLogo(),
    said: { saved: t('settings.logo.saved'), removed: t('settings.logo.removed') },
  })
}
