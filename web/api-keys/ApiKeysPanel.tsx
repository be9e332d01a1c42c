import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '#domain/api-key.ts'
import { limits } from '#domain/limits.ts'
import { ApiKeysTable } from '#web/api-keys/ApiKeysTable.tsx'
import { scopesShown, scopeText } from '#web/api-keys/scope-text.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconKey from '#web/ui/icons/IconKey.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'

/** The API keys of storefronts and other programs (product §8). */
export function ApiKeysPanel() {
  const query = useQuery(rpc.apiKeys.list.queryOptions())
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const make = (
    <OpenButton look="primary" icon={<IconPlus size={16} />} dialog={(state) => <NewKeyDialog {...state} />}>
      {t('apiKeys.new')}
    </OpenButton>
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
      onClose={onClose}
      submit={t('apiKeys.revokeConfirm')}
      danger
      send={() => client.apiKeys.revoke({ id })}
      stale={rpc.apiKeys.key()}
      report={() => t('apiKeys.revokedToast', { name })}
    />
  )
}

const words = { copy: t('common.copy'), copied: t('apiKeys.copied'), byHand: t('apiKeys.copyByHand') }
const options = scopesShown.map((value) => ({ value, label: scopeText(value) }))

/** Asks for the name and scopes of a key, creates it and shows it once. */
function NewKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null)
  // Shown even if the dialog was closed meanwhile, because there is no second chance to see the key.
  if (key) {
    const close = () => {
      setKey(null)
      onClose()
    }
    return (
      <CopyDialog title={t('apiKeys.madeTitle')} label={t('apiKeys.key')} value={key} words={words} onClose={close}>
        <Note tone="warn">{t('apiKeys.madeText')}</Note>
      </CopyDialog>
    )
  }
  return (
    <FormDialog
      title={t('apiKeys.new')}
      open={open}
      onClose={onClose}
      submit={t('apiKeys.make')}
      fields={['name', 'scopes']}
      send={(values: NewApiKey) => client.apiKeys.create(values)}
      stale={rpc.apiKeys.key()}
      done={(made) => setKey(made.key)}
    >
      <Field name="name" label={t('fields.name')} hint={t('apiKeys.nameHint')} mark autoComplete="off" maxLength={limits.apiKey.nameMax} />
      <ScopeTicks />
    </FormDialog>
  )
}

/** The scopes of a key. */
function ScopeTicks() {
  const [scopes, setScopes] = useState<NewApiKey['scopes']>(['products:read'])
  return <Ticks name="scopes" legend={t('apiKeys.scopes')} options={options} chosen={scopes} onChange={setScopes} />
}
