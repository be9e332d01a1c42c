import type { WebhookType } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/later.ts'
import { Button } from '#web/ui/Button.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'
import css from '#web/webhooks/Webhooks.module.css'
import { typesShown } from '#web/webhooks/webhook-search.ts'
import { typeText } from '#web/webhooks/webhook-words.ts'

type Props = { chosen: readonly WebhookType[]; error: string | undefined; onChange: (chosen: WebhookType[]) => void }

/** Of what an endpoint hears. */
export function TypeTicks(props: Props) {
  const options = typesShown.map((type) => ({ value: type, label: <Named type={type} /> }))
  return (
    <Ticks legend={t('webhooks.types')} options={options} {...props}>
      <div className={css.buttons}>
        <Button onClick={() => props.onChange([...typesShown])}>{t('webhooks.all')}</Button>
        <Button onClick={() => props.onChange([])}>{t('webhooks.none')}</Button>
      </div>
    </Ticks>
  )
}

const Named = ({ type }: { type: WebhookType }) => (
  <>
    <code className={css.code}>{type}</code> <small className={css.hint}>{typeText(type)}</small>
  </>
)
