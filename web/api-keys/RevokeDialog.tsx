import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiKey } from '#domain/api-key.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Explains the effect of revoking a key and asks for confirmation. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const queries = useQueryClient()
  // Keeps the name of the key on screen while the dialog closes.
  const last = useRef(apiKey)
  if (apiKey) last.current = apiKey
  const name = last.current?.name ?? ''
  const revoke = useMutation({
    mutationFn: (id: string) => client.apiKeys.revoke({ id }),
    onSuccess: () => toast(t('apiKeys.revokedToast', { name })),
    onError: (error) => toast(problemOf(error).message, 'bad'),
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: rpc.apiKeys.key() })
    },
  })
  return (
    <Dialog
      title={t('apiKeys.revokeTitle')}
      open={apiKey !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('apiKeys.cancel')}</Button>
          <Button look="danger" busy={revoke.isPending} onClick={() => apiKey && revoke.mutate(apiKey.id)}>
            {t('apiKeys.revokeConfirm')}
          </Button>
        </>
      }
    >
      <p>{t('apiKeys.revokeText', { name })}</p>
    </Dialog>
  )
}
