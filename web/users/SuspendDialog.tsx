import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRecord, UserRow } from '#contract/users.ts'
import { limits } from '#domain/limits.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import css from '#web/users/UsersPage.module.css'
import { useMoveUser, useToastMoved } from '#web/users/use-move-user.ts'

type Props = { user: Pick<UserRow, 'id' | 'name'>; open: boolean; onClose: () => void }

/** Asks for the reason of a suspension, and states in numbers what follows from it (product §2). The reason survives closing. */
export function SuspendDialog({ user: { id, name }, open, onClose }: Props) {
  const move = useMoveUser()
  const toastMoved = useToastMoved()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={t('users.suspend.title', { name })}
      open={open}
      onClose={onClose}
      submit={t('users.moves.suspend')}
      danger
      fields={['reason']}
      check={(typed: { reason: string }) => ({ reason: required(typed.reason) })}
      send={() => move(client.users.suspend({ id, reason }))}
      done={(moved) => {
        toastMoved('suspend', moved)
        onClose()
      }}
    >
      <Effects id={id} />
      <TextArea
        name="reason"
        label={t('common.reason')}
        mark
        rows={4}
        maxLength={limits.user.suspensionReasonMax}
        value={reason}
        hint={t('users.suspend.reasonHint')}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

function Effects({ id }: { id: string }) {
  const query = useQuery(rpc.users.get.queryOptions({ input: { id }, staleTime: 0 }))
  return (
    <DataState query={query} loading={<Skeleton rows={2} />}>
      {(record) => (
        <div className={`${css.effects} stack gap-6 breaks`}>
          <PersonLine of={record} />
          <p>{t('users.suspend.text')}</p>
          <ul>
            {effectsOf(record).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>{t('users.suspend.restored')}</p>
        </div>
      )}
    </DataState>
  )
}

function effectsOf({
  role,
  products: { approved, pending },
  editRequests,
  openLines,
  invitations,
  apiKeys,
  sessions,
}: UserRecord): string[] {
  return [
    sessions > 0 ? t('users.suspend.signedOut', { count: sessions }) : t('users.suspend.refused'),
    ...(role === 'admin' ? [t('users.suspend.admin')] : []),
    ...(invitations > 0 ? [t('users.suspend.invitations', { count: invitations })] : []),
    ...(apiKeys.length > 0 ? [t('users.suspend.apiKeys', { count: apiKeys.length, names: apiKeys.join(', ') })] : []),
    approved > 0 ? t('users.suspend.onSale', { count: approved }) : t('users.suspend.onSaleNone'),
    pending > 0 ? t('users.suspend.waiting', { count: pending }) : t('users.suspend.waitingNone'),
    ...(openLines > 0 ? [t('users.suspend.openLines', { count: openLines })] : []),
    ...(editRequests > 0 ? [t('users.suspend.requests', { count: editRequests })] : []),
  ]
}
