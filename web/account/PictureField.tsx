import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Account } from '#domain/account.ts'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { PictureInput } from '#web/platform/uploads/PictureInput.tsx'
import { PictureOnItsWay, PictureRefused } from '#web/platform/uploads/PictureOnItsWay.tsx'
import { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'
import { Button } from '#web/ui/Button.tsx'
import IconUser from '#web/ui/icons/IconUser.tsx'

/** The profile picture; saved as soon as it is chosen. */
export function PictureField({ account: { avatar } }: { account: Account }) {
  const input = useRef<HTMLInputElement>(null)
  const { sending, refused, send, cancel, remove } = useAvatar()
  // The pressed button disappears, so the focus moves to the one that stays.
  const moveFocus = () => input.current?.parentElement?.querySelector<HTMLButtonElement>('[data-stays]')?.focus()
  return (
    <div className={`${css.picture} row center gap-16`}>
      {avatar ? (
        <img src={avatar} alt="" width={72} height={72} />
      ) : (
        <span className={css.noPicture}>
          <IconUser size={32} stroke={1.5} />
        </span>
      )}
      <div className={`${css.words} stack gap-8`}>
        <div className="row">
          <Button data-stays busy={sending !== null} onClick={() => input.current?.click()}>
            {t(avatar ? 'account.picture.change' : 'account.picture.choose')}
          </Button>
          {avatar && !sending && (
            <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: moveFocus })}>
              {t('account.picture.remove')}
            </Button>
          )}
        </div>
        {refused && <PictureRefused refused={refused} send={send} />}
        {sending && (
          <PictureOnItsWay
            sending={sending}
            cancel={() => {
              cancel()
              moveFocus()
            }}
          />
        )}
        <p className="muted short-measure">{t('account.picture.hint')}</p>
        <PictureInput input={input} label={t('account.picture.label')} send={send} />
      </div>
    </div>
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
