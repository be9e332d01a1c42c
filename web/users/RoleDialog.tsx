import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRecord, UserRow } from '#contract/users.ts'
import { isReservedName } from '#domain/reserved-name.ts'
import { type UserMove, userMoves } from '#domain/user.ts'
import { checkProof, type Proof, ProofFields, proofFields, proofIn, useProof } from '#web/account/Proof.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AssignProducts } from '#web/users/AssignProducts.tsx'
import { StillSelling } from '#web/users/StillSelling.tsx'
import css from '#web/users/UsersPage.module.css'
import { useMoveUser } from '#web/users/use-move-user.ts'

export type RoleMove = Extract<UserMove, 'makeAdmin' | 'makeSeller'>
type Props = { user: UserRow; move: RoleMove; onClose: () => void }

/** Confirms a change of role and explains what follows from it (product §2). */
export function RoleDialog({ user, move, onClose }: Omit<Props, 'move'> & { move: RoleMove | null }) {
  const [assigning, setAssigning] = useState(false)
  const assign = () => {
    onClose()
    setAssigning(true)
  }
  return (
    <>
      {move && <RoleForm user={user} move={move} onClose={onClose} onAssign={assign} />}
      {assigning && <AssignProducts userId={user.id} onClose={() => setAssigning(false)} />}
    </>
  )
}

function RoleForm({ user: { id, name }, move, onClose, onAssign }: Props & { onAssign: () => void }) {
  const record = useQuery(rpc.users.get.queryOptions({ input: { id }, staleTime: 0 }))
  const proof = useProof()
  const moveUser = useMoveUser()
  const selling = move === 'makeAdmin' && record.data !== undefined && record.data.unarchived + record.data.openLines > 0
  // Another admin may have made the change already.
  const already = record.data && record.data.role !== userMoves[move].role ? t(`users.changeRole.already.${move}`, { name }) : null
  const why = !record.data ? t('users.changeRole.loading') : (already ?? (selling ? t('users.changeRole.selling', { name }) : null))
  return (
    <FormDialog
      title={t(`users.changeRole.title.${move}`, { name })}
      open
      onClose={onClose}
      submit={t(`users.moves.${move}`)}
      blocked={why}
      fields={proofFields}
      check={checkProof}
      send={(values: Proof) => proof.sending(moveUser(client.users[move]({ id, ...proofIn(values) })))}
      report={(moved) =>
        move === 'makeAdmin' && !moved.emailVerified ? t('users.movedUnverified', moved) : t(`users.moved.${move}`, moved)
      }
    >
      <DataState query={record} loading={<Skeleton rows={3} />}>
        {(person) =>
          already ? (
            <Note tone="warn">{already}</Note>
          ) : selling ? (
            <StillSelling person={person} onAssign={onAssign} />
          ) : (
            <Effects person={person} move={move} />
          )
        }
      </DataState>
      {!selling && !already && <ProofFields proof={proof} />}
    </FormDialog>
  )
}

function Effects({ person, move }: { person: UserRecord; move: RoleMove }) {
  const { marketplaceName } = useMarketplace()
  return (
    <>
      <div className={`${css.effects} stack gap-6 breaks`}>
        <PersonLine of={person} />
        <p>{t(`users.changeRole.${move}.text`)}</p>
        <ul>
          {effectsOf(person, move, marketplaceName).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      {move === 'makeAdmin' && !person.emailVerified && <Note tone="warn">{t('users.unverifiedText')}</Note>}
    </>
  )
}

function effectsOf(person: UserRecord, move: RoleMove, marketplaceName: string): string[] {
  const { archived } = person.products
  const { invitations, apiKeys, name } = person
  if (move === 'makeAdmin') {
    return [
      ...(['sees', 'decides', 'settings', 'sells'] as const).map((what) => t(`users.changeRole.makeAdmin.${what}`)),
      ...(archived > 0 ? [t('users.changeRole.archived', { count: archived })] : []),
    ]
  }
  return [
    ...(['loses', 'sells'] as const).map((what) => t(`users.changeRole.makeSeller.${what}`)),
    ...(isReservedName(name, marketplaceName) ? [t('users.changeRole.makeSeller.name', { name })] : []),
    ...(invitations > 0 ? [t('users.suspend.invitations', { count: invitations })] : []),
    ...(apiKeys.length > 0 ? [t('users.suspend.apiKeys', { count: apiKeys.length, names: apiKeys.join(', ') })] : []),
  ]
}
