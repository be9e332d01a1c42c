import { useQueryClient } from '@tanstack/react-query'
import { Account } from '#domain/account.ts'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { OnePicture } from '#web/platform/uploads/OnePicture.tsx'
import { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'
import IconUser from '#web/ui/icons/IconUser.tsx'

/** The profile picture; saved as soon as it is chosen. */
export function PictureField({ account: { avatar } }: { account: Account }) {
  const words = {
    label: t('account.picture.label'),
    choose: t(avatar ? 'account.picture.change' : 'account.picture.choose'),
    remove: t('account.picture.remove'),
    hint: t('account.picture.hint'),
  }
  return (
    <OnePicture picture={useAvatar()} exists={avatar !== null} words={words}>
      {avatar ? (
        <img src={avatar} alt="" width={72} height={72} className={css.picture} />
      ) : (
        <span className={`${css.picture} middle muted`}>
          <IconUser size={32} stroke={1.5} />
        </span>
      )}
    </OnePicture>
  )
}

/** Changes of the profile picture: saved at once, one at a time. */
function useAvatar() {
  const queries = useQueryClient()
  return useOnePicture<Account>({
    address: '/api/account/avatar',
    read: (body) => Account.parse(body),
    adopt: (fresh) => void queries.setQueryData(rpc.account.get.queryKey(), fresh),
    takeAway: () => client.account.removeAvatar(),
    toasts: { saved: t('account.picture.saved'), removed: t('account.picture.removed') },
  })
}
