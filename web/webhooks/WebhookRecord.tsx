import { useState } from 'react'
import type { Webhook } from '#domain/webhook.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'
import { longTime } from '#web/ui/time.ts'
import { Counts } from '#web/webhooks/Counts.tsx'
import { DeliveryLog } from '#web/webhooks/DeliveryLog.tsx'
import { SecretShown } from '#web/webhooks/SecretShown.tsx'
import { WebhookActions } from '#web/webhooks/WebhookActions.tsx'
import css from '#web/webhooks/Webhooks.module.css'
import { WebhookTag } from '#web/webhooks/WebhookTag.tsx'
import { hostOf } from '#web/webhooks/webhook-words.ts'

/** An endpoint, with everything an admin needs to know. */
export function WebhookRecord({ webhook }: { webhook: Webhook }) {
  const { url, description, types, lastDeliveredAt, created_at } = webhook
  return (
    <div className="stack">
      <PageHeader
        title={hostOf(url)}
        lead={
          <span className={`${css.state} row center breaks`}>
            <WebhookTag webhook={webhook} /> {description}
          </span>
        }
        actions={<WebhookActions webhook={webhook} />}
      />
      <Trouble webhook={webhook} />
      <Panel title={t('webhooks.endpoint')}>
        <Facts
          facts={[
            [t('webhooks.fields.url'), <code key="url">{url}</code>],
            [t('fields.types'), <Types key="types" types={types} />],
            [t('webhooks.queue'), <Counts key="queue" webhook={webhook} />],
            [t('webhooks.lastDelivered'), lastDeliveredAt ? <Ago key="last" at={lastDeliveredAt} /> : t('common.never')],
            [t('webhooks.added'), <Day key="added" at={created_at} />],
            [t('webhooks.secret'), <SecretButtons key="secret" webhook={webhook} />],
          ]}
        />
      </Panel>
      <DeliveryLog webhook={webhook} />
    </div>
  )
}

function Types({ types }: Pick<Webhook, 'types'>) {
  return (
    <ul className="list row gap-wide">
      {types.map((type) => (
        <li key={type}>
          <code>{type}</code>
        </li>
      ))}
    </ul>
  )
}

/** What is wrong, in a sentence. */
function Trouble({ webhook: { enabled, gone, failingSince, restsUntil, lastDeliveredAt } }: { webhook: Webhook }) {
  if (gone) return <Note tone="warn">{t('webhooks.goneText')}</Note>
  if (!enabled) return <Note>{t('webhooks.offText')}</Note>
  if (!failingSince) return null
  const rests = restsUntil && Date.parse(restsUntil) - Date.now() > 90_000
  return (
    <Note tone="warn">
      {lastDeliveredAt ? t('webhooks.failingText', { when: longTime(failingSince) }) : t('webhooks.failingNewText')}{' '}
      {rests && t('webhooks.restsText', { when: longTime(restsUntil) })}
    </Note>
  )
}

/** Buttons to show the secret and to rotate it. */
function SecretButtons({ webhook: { id, previousUntil } }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const reveal = useAct({
    send: () => client.webhooks.reveal({ id }),
    stale: rpc.webhooks.key(),
    done: (answer) => setSecret(answer.secret),
  })
  return (
    <div className="stack">
      <div className="row">
        <Button busy={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('webhooks.reveal')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t('webhooks.rotate')}</Button>
      </div>
      <p className="aside breaks">{previousUntil ? t('webhooks.rotated', { when: longTime(previousUntil) }) : t('webhooks.revealText')}</p>
      <FormDialog
        title={t('webhooks.rotate')}
        text={t('webhooks.rotateText')}
        submit={t('webhooks.rotateConfirm')}
        open={asking}
        onClose={() => setAsking(false)}
        send={() => client.webhooks.rotate({ id })}
        stale={rpc.webhooks.key()}
        done={(answer) => {
          setAsking(false)
          setSecret(answer.secret)
        }}
      />
      {secret && (
        <SecretShown title={t('webhooks.secret')} text={t('webhooks.secretText')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </div>
  )
}
