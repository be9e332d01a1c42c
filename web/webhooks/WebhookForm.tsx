import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { WebhookInput } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'
import { typeText } from '#web/webhooks/webhook-words.ts'

type Values = Omit<WebhookInput, 'enabled'>
type Props<Answer> = {
  title: string
  start: Values
  submit: string
  open: boolean
  send: (values: Values) => Promise<Answer>
  done?: (answer: Answer) => void
  report?: (answer: Answer) => string
  onClose: () => void
}

/** Asks for address, description and events of an endpoint. */
export function WebhookForm<Answer>({ start, ...rest }: Props<Answer>) {
  const text = (name: 'url' | 'description') => ({
    name,
    label: t(`webhooks.fields.${name}`),
    hint: t(`webhooks.hints.${name}`),
    defaultValue: start[name],
    autoComplete: 'off',
  })
  return (
    <FormDialog {...rest} fields={['url', 'description', 'types']} stale={rpc.webhooks.key()}>
      <Field {...text('url')} mark type="url" inputMode="url" maxLength={limits.webhook.urlMax} />
      <Field {...text('description')} maxLength={limits.webhook.descriptionMax} />
      <TypeTicks start={start.types} />
    </FormDialog>
  )
}

const options = webhookTypes.map((type) => ({
  value: type,
  label: (
    <>
      <code className="ink block">{type}</code> <small className="aside breaks">{typeText(type)}</small>
    </>
  ),
}))

/** The events that an endpoint receives. */
function TypeTicks({ start }: { start: Values['types'] }) {
  const [chosen, setChosen] = useState(start)
  return (
    <Ticks name="types" legend={t('fields.types')} options={options} chosen={chosen} onChange={setChosen}>
      <div className="row">
        <Button onClick={() => setChosen([...webhookTypes])}>{t('webhooks.all')}</Button>
        <Button onClick={() => setChosen([])}>{t('webhooks.none')}</Button>
      </div>
    </Ticks>
  )
}
