import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '#domain/api-key.ts'
import { ApiKeysTable } from '#web/api-keys/ApiKeysTable.tsx'
import { NewKeyDialog } from '#web/api-keys/NewKeyDialog.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconKey from '#web/ui/icons/IconKey.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The API keys of storefronts and other programs (product §8). */
export function ApiKeysPanel() {
  const query = useQuery(rpc.apiKeys.list.queryOptions())
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const make = (
    <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {t('apiKeys.new')}
    </Button>
  )
  const lead = (
    <>
      {t('apiKeys.text')} <a href="/api/v1/docs">{t('apiKeys.docs')}</a>
    </>
  )
  return (
    <Panel title={t('settings.section.apiKeys')} actions={make} lead={lead} flush>
      <DataState query={query} loading={<Skeleton rows={3} />}>
        {(keys) =>
          keys.length > 0 ? (
            <ApiKeysTable keys={keys} onRevoke={setRevoking} />
          ) : (
            <EmptyState icon={IconKey} title={t('apiKeys.noneTitle')} text={t('apiKeys.noneText')} />
          )
        }
      </DataState>
      <NewKeyDialog open={making} onClose={() => setMaking(false)} />
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  )
}

/** Explains the effect of revoking a key and asks for confirmation. */
function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <FormDialog
      title={t('apiKeys.revokeTitle')}
      text={t('apiKeys.revokeText', { name })}
      open
      onClose={onClose}
      submit={t('apiKeys.revokeConfirm')}
      danger
      send={() => client.apiKeys.revoke({ id })}
      stale={rpc.apiKeys.key()}
      report={() => t('apiKeys.revokedToast', { name })}
    />
  )
}
