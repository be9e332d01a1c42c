import { useQueryClient } from '@tanstack/react-query'
import { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/later.ts'
import { meQuery } from '#web/platform/queries/queries.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'

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
