import { useQueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { meQuery } from '#web/platform/queries/queries.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { OnePicture } from '#web/platform/uploads/OnePicture.tsx'
import { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'
import css from '#web/settings/LogoPanel.module.css'
import { Panel } from '#web/ui/Panel.tsx'

/** The marketplace's logo (product §9); saved as soon as it is chosen. */
export function LogoPanel() {
  const { logo } = useMarketplace()
  const words = {
    label: t('fields.logo'),
    choose: t(logo ? 'settings.logo.change' : 'settings.logo.choose'),
    remove: t('settings.logo.remove'),
    hint: t('settings.logo.hint', { megabytes: limits.image.bytesMax / (1024 * 1024) }),
  }
  return (
    <Panel title={t('fields.logo')}>
      <div className="stack">
        <p className="muted measure">{t('settings.logo.text')}</p>
        <OnePicture picture={useLogo()} exists={logo !== null} words={words}>
          {logo ? (
            <img className={`${css.preview} boxed`} src={logo.url} alt={t('settings.logo.now')} width={logo.width} height={logo.height} />
          ) : (
            <p className={`${css.none} middle muted`}>{t('settings.logo.none')}</p>
          )}
        </OnePicture>
      </div>
    </Panel>
  )
}

/** Changes of the logo: saved at once, one at a time. */
function useLogo() {
  const queries = useQueryClient()
  return useOnePicture<Settings>({
    address: '/api/settings/logo',
    read: (body) => Settings.parse(body),
    // Every screen of this window shows the new logo before it is confirmed.
    adopt: async (settings) => {
      queries.setQueryData(rpc.settings.get.queryKey(), settings)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    },
    takeAway: () => client.settings.removeLogo(),
    toasts: { saved: t('settings.logo.saved'), removed: t('settings.logo.removed') },
  })
}
