import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { NewApiKey, Scope } from '#domain/api-key.ts'
import { limits } from '#domain/limits.ts'
import { scopesShown, scopeText } from '#web/api-keys/scope-text.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'

type Props = { open: boolean; onClose: () => void }

/** Asks for the name and scopes of a key, creates it and shows it once. */
export function NewKeyDialog({ open, onClose }: Props) {
  const [key, setKey] = useState<string | null>(null)
  const close = () => {
    setKey(null)
    onClose()
  }
  return (
    <Dialog title={t(key ? 'apiKeys.madeTitle' : 'apiKeys.new')} open={open} onClose={close}>
      {key ? <NewKey value={key} onDone={close} /> : <Form onCreated={setKey} onClose={close} />}
    </Dialog>
  )
}

function Form({ onCreated, onClose }: { onCreated: (key: string) => void; onClose: () => void }) {
  const queries = useQueryClient()
  const [newKey, setNewKey] = useState<NewApiKey>({ name: '', scopes: ['products:read'] })
  const make = useMutation({
    // The answer holds the secret, so it must not stay in any cache.
    mutationFn: () => client.apiKeys.create(newKey),
    gcTime: 0,
    onSuccess: ({ key }) => {
      onCreated(key)
      return queries.invalidateQueries({ queryKey: rpc.apiKeys.key() })
    },
  })
  const problem = make.error && problemOf(make.error)
  const errorOf = (field: keyof NewApiKey) => (problem?.field === field ? problem.message : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending) make.mutate()
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {problem && !problem.field && <Note tone="bad">{problem.message}</Note>}
      <Field
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        mark
        autoComplete="off"
        maxLength={limits.apiKey.nameMax}
        value={newKey.name}
        error={errorOf('name')}
        onChange={({ target }) => setNewKey({ ...newKey, name: target.value })}
      />
      <ScopeTicks chosen={newKey.scopes} error={errorOf('scopes')} onChange={(scopes) => setNewKey({ ...newKey, scopes })} />
      <div>
        <Button look="primary" type="submit" busy={make.isPending}>
          {t('apiKeys.make')}
        </Button>{' '}
        <Button onClick={onClose}>{t('apiKeys.cancel')}</Button>
      </div>
    </form>
  )
}

/** The new key, shown once. */
function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const words = { copy: t('apiKeys.copy'), copied: t('apiKeys.copied'), byHand: t('apiKeys.copyByHand') }
  return (
    <div className="stack">
      <Note tone="warn">{t('apiKeys.madeText')}</Note>
      <CopyField label={t('apiKeys.key')} value={value} words={words} done={{ label: t('apiKeys.done'), onDone }} />
    </div>
  )
}

type ScopeTicksProps = { chosen: readonly Scope[]; error: string | undefined; onChange: (chosen: Scope[]) => void }

/** The scopes of a key. */
const ScopeTicks = (props: ScopeTicksProps) => (
  <Ticks legend={t('apiKeys.scopes')} options={scopesShown.map((value) => ({ value, label: scopeText(value) }))} {...props} />
)
