import { useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#domain/api-key.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Explains the effect of revoking a key and asks for confirmation. */
export function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <FormDialog
      title={t('apiKeys.revokeTitle')}
      text={t('apiKeys.revokeText', { name })}
      open
      onClose={onClose}
      submit={t('apiKeys.revokeConfirm')}
      danger
      send={() => client.apiKeys.revoke({ id }).finally(() => void queries.invalidateQueries({ queryKey: rpc.apiKeys.key() }))}
      done={() => {
        toast(t('apiKeys.revokedToast', { name }))
        onClose()
      }}
    />
  )
}
