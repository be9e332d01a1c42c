import type { UseQueryResult } from '@tanstack/react-query'
import type { Invitation } from '#domain/invitation.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Day } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toasts.ts'
import { reportInvitation } from '#web/users/InviteDialog.tsx'
import css from '#web/users/UsersPage.module.css'

type Props = { query: UseQueryResult<Invitation[]> }

/** Open and expired invitations; renders nothing without any. */
export function Invitations({ query: { data } }: Props) {
  const waiting = (data ?? []).filter(({ status }) => status === 'open' || status === 'expired')
  if (waiting.length === 0) return null
  return (
    <div className="spaced">
      <Panel title={t('users.invite.waiting')} flush>
        <ul className="list ruled">
          {waiting.map((invitation) => (
            <Waiting key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Waiting({ invitation: { id, email, role, status, invitedBy, expiresAt, undelivered } }: { invitation: Invitation }) {
  const { mailsAreFiles } = useMarketplace()
  const change = useAct({
    send: (how: 'again' | 'withdraw'): Promise<unknown> =>
      how === 'again' ? client.invitations.create({ email, role }) : client.invitations.withdraw({ id }),
    done: (_, how) => (how === 'again' ? reportInvitation({ email, role }, mailsAreFiles) : toast(t('users.invite.withdrawn', { email }))),
    stale: rpc.invitations.key(),
  })
  const busy = (how: 'again' | 'withdraw') => change.isPending && change.variables === how
  return (
    <li className={`${css.invitation} row center`}>
      <div className={css.invited}>
        <p className="name-line inherits">{email}</p>
        <p className="aside breaks">
          <Dotted>
            {t(`users.role.${role}`)}
            {invitedBy && t('users.invite.by', { name: invitedBy })}
            <span>
              {t(status === 'expired' ? 'users.invite.expired' : 'users.invite.until')} <Day at={expiresAt} />
            </span>
          </Dotted>
        </p>
        {undelivered && <p className="bad">{t('users.invite.undelivered')}</p>}
      </div>
      <div className={`${css.actions} row gap-6 dims`}>
        <Button busy={busy('again')} onClick={() => change.mutate('again')}>
          {t('common.sendAgain')}
        </Button>
        <Button busy={busy('withdraw')} onClick={() => change.mutate('withdraw')}>
          {t('products.actions.withdraw')}
        </Button>
      </div>
    </li>
  )
}
