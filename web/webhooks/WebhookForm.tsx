import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { WebhookInput, WebhookType } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'
import { typesShown } from '#web/webhooks/webhook-search.ts'
import { typeText } from '#web/webhooks/webhook-words.ts'

type Values = Omit<WebhookInput, 'enabled'>
type Props<Answer> = {
  start: Values
  submit: string
  send: (values: Values) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onClose: () => void
}

/** Address, description and events of an endpoint. */
export function WebhookForm<Answer>({ start, submit, send, onDone, onClose }: Props<Answer>) {
  const [values, setValues] = useState(start)
  // The answer may contain a secret, so it must not stay in any cache.
  const save = useMutation({ mutationFn: () => send(values), gcTime: 0, onSuccess: onDone })
  const problem = save.error && problemOf(save.error)
  const errorOf = (name: keyof Values) => (problem?.field?.replace(/^change\./, '').split('.')[0] === name ? problem.message : undefined)
  const elsewhere = problem && !errorOf('url') && !errorOf('description') && !errorOf('types')
  const text = (name: 'url' | 'description') => ({
    name,
    label: t(`webhooks.fields.${name}`),
    hint: t(`webhooks.hints.${name}`),
    value: values[name],
    error: errorOf(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {elsewhere && <Note tone="bad">{problem.message}</Note>}
      <Field {...text('url')} mark type="url" inputMode="url" maxLength={limits.webhook.urlMax} />
      <Field {...text('description')} maxLength={limits.webhook.descriptionMax} />
      <TypeTicks chosen={values.types} error={errorOf('types')} onChange={(types) => setValues({ ...values, types })} />
      <div className="row">
        <Button look="primary" type="submit" busy={save.isPending}>
          {submit}
        </Button>
        <Button onClick={onClose}>{t('webhooks.cancel')}</Button>
      </div>
    </form>
  )
}

type TypeTicksProps = { chosen: readonly WebhookType[]; error: string | undefined; onChange: (chosen: WebhookType[]) => void }

/** The events that an endpoint receives. */
function TypeTicks(props: TypeTicksProps) {
  const options = typesShown.map((type) => ({ value: type, label: <Named type={type} /> }))
  return (
    <Ticks legend={t('webhooks.types')} options={options} {...props}>
      <div className="row">
        <Button onClick={() => props.onChange([...typesShown])}>{t('webhooks.all')}</Button>
        <Button onClick={() => props.onChange([])}>{t('webhooks.none')}</Button>
      </div>
    </Ticks>
  )
}

const Named = ({ type }: { type: WebhookType }) => (
  <>
    <code>{type}</code> <small className="aside breaks">{typeText(type)}</small>
  </>
)
