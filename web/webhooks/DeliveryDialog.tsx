import { useQuery } from '@tanstack/react-query'
import type { Attempt, DeliveryDetail } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { longTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toasts.ts'
import css from '#web/webhooks/Webhooks.module.css'
import { toneOf } from '#web/webhooks/webhook-words.ts'

type Props = { id: string | undefined; enabled: boolean; onClose: () => void }

/** One delivery: its body, all answers, and a button to replay it. */
export function DeliveryDialog({ id, ...rest }: Props) {
  return id !== undefined && <OpenDialog id={id} {...rest} />
}

function OpenDialog({ id, enabled, onClose }: Props & { id: string }) {
  const query = useQuery(rpc.webhooks.delivery.queryOptions({ input: { id } }))
  const again = useAct({
    send: () => client.webhooks.replay({ id }),
    stale: rpc.webhooks.key(),
    done: () => toast(t('webhooks.sentAgain')),
  })
  return (
    <Dialog
      title={t('webhooks.deliveryTitle')}
      onClose={onClose}
      dismiss="close"
      actions={
        enabled &&
        query.data &&
        query.data.payload !== null && (
          <Button look="primary" busy={again.isPending} onClick={() => again.mutate()}>
            {t('common.sendAgain')}
          </Button>
        )
      }
    >
      <DataState query={query}>{(delivery) => <Shown delivery={delivery} />}</DataState>
    </Dialog>
  )
}

function Shown({ delivery: { id, type, status, due, created_at, payload, tries } }: { delivery: DeliveryDetail }) {
  return (
    <div className={`${css.message} stack`}>
      <Facts
        facts={[
          [t('webhooks.event'), <code key="type">{type}</code>],
          [
            t('common.status'),
            <Tag key="status" tone={toneOf[status]}>
              {t(`webhooks.deliveryStatus.${status}`)}
            </Tag>,
          ],
          [t('webhooks.when'), longTime(created_at)],
          due && [t('webhooks.next'), Date.parse(due) > Date.now() ? longTime(due) : t('webhooks.inTurn')],
          [t('webhooks.id'), <code key="id">{id}</code>],
        ]}
      />
      <section>
        <h3>{t('webhooks.body')}</h3>
        {payload === null ? <p>{t('webhooks.blanked')}</p> : <pre className={css.pre}>{JSON.stringify(JSON.parse(payload), null, 2)}</pre>}
      </section>
      <Tries tries={tries} />
    </div>
  )
}

/** Every attempt with its answer; the receiver's text is shown as plain text. */
function Tries({ tries }: { tries: readonly Attempt[] }) {
  if (tries.length === 0) return null
  return (
    <section>
      <h3>{t('webhooks.tries')}</h3>
      <ol className="list stack gap-12">
        {tries.map((attempt) => (
          <Try key={attempt.at} attempt={attempt} />
        ))}
      </ol>
    </section>
  )
}

function Try({ attempt: { at, status, ms, answer, error } }: { attempt: Attempt }) {
  return (
    <li className="stack gap-6">
      <span className={`${css.state} row center breaks`}>
        <Tag tone={error ? 'red' : 'green'}>{status ?? t('webhooks.noAnswer')}</Tag>
        <span className="aside breaks">{t('webhooks.tryLine', { when: longTime(at), ms })}</span>
      </span>
      {error && <span>{error}</span>}
      {answer ? (
        <pre className={css.pre}>{answer}</pre>
      ) : (
        status !== null && <span className="aside breaks">{t('webhooks.emptyAnswer')}</span>
      )}
    </li>
  )
}
