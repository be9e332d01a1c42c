import { useState } from 'react'
import type { NewApiKey } from '#domain/api-key.ts'
import { limits } from '#domain/limits.ts'
import { scopesShown, scopeText } from '#web/api-keys/scope-text.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'

const words = { copy: t('common.copy'), copied: t('apiKeys.copied'), byHand: t('apiKeys.copyByHand') }
const options = scopesShown.map((value) => ({ value, label: scopeText(value) }))

/** Asks for the name and scopes of a key, creates it and shows it once. */
export function NewKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
