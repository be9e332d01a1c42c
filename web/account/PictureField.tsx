import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Account } from '#domain/account.ts'
import { imageTypes } from '#domain/image-types.ts'
import css from '#web/account/ProfilePage.module.css'
import { uploadAvatar } from '#web/account/upload-avatar.ts'
import { problemOf } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'

/** One's own picture; it is saved as soon as it is chosen. */
export function PictureField({ account: { avatar } }: { account: Account }) {
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const saved = (said: string) => (fresh: Account) => {
    queries.setQueryData(rpc.account.get.queryKey(), fresh)
    toast(said)
  }
  const onError = (error: unknown) => toast(problemOf(error).message, 'bad')
  const upload = useMutation({ mutationFn: uploadAvatar, onSuccess: saved(t('account.picture.saved')), onError })
  const remove = useMutation({
    mutationFn: () => client.account.removeAvatar(),
    onSuccess: saved(t('account.picture.removed')),
    onError,
  })
  return (
    <div className={css.picture}>
      {avatar ? (
        <img src={avatar} alt="" width={72} height={72} />
      ) : (
        <span className={css.noPicture}>
          <IconUser size={32} stroke={1.5} aria-hidden />
        </span>
      )}
      <div className={css.words}>
        <div className={css.actions}>
          <Button busy={upload.isPending} onClick={() => input.current?.click()}>
            {t(avatar ? 'account.picture.change' : 'account.picture.choose')}
          </Button>
          {avatar && (
            <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('account.picture.remove')}
            </Button>
          )}
        </div>
        <p className={css.quiet}>{t('account.picture.hint')}</p>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={t('account.picture.label')}
          accept={imageTypes.join(',')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file can be chosen again after it was refused.
            target.value = ''
            if (file) upload.mutate(file)
          }}
        />
      </div>
    </div>
  )
}
