import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserRecord, UserRow } from '#contract/users.ts'
import { isReservedName } from '#domain/reserved-name.ts'
import { type UserMove, userMoves } from '#domain/user.ts'
import { checkProof, type Proof, ProofFields, proofFields, proofIn, useProof } from '#web/account/Proof.tsx'
import { statusesShown } from '#web/approval/queue/queue-search.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AssignProducts } from '#web/users/AssignProducts.tsx'
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
      {person.roleDecidedBy && <Note tone="warn">{t('users.changeRole.decidedBy', { provider: person.roleDecidedBy })}</Note>}
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

type SellingProps = { person: UserRecord; onAssign: () => void }

/** Why a seller cannot become an admin yet, with links to what is left and how to settle it (product §2). */
function StillSelling({ person: { id, name, products, unarchived, openLines }, onAssign }: SellingProps) {
  const left = statusesShown.filter((status) => status !== 'archived' && products[status] > 0)
  const creating = unarchived - left.reduce((sum, status) => sum + products[status], 0)
  return (
    <>
      <Note tone="warn">{t('users.changeRole.selling', { name })}</Note>
      <div className={`${css.effects} stack gap-6 breaks`}>
        {unarchived > 0 && (
          <p className="row center gap-wide">
            {t('users.changeRole.products', { count: unarchived })}
            {left.map((status) => (
              <Link key={status} to="/admin/product-approval" search={{ seller: id, status }}>
                {products[status].toLocaleString('en')} {t(`products.status.${status}`)}
              </Link>
            ))}
            {creating > 0 && <span>{t('users.changeRole.creating', { count: creating })}</span>}
          </p>
        )}
        {openLines > 0 && (
          <p className="row center gap-wide">
            {t('users.changeRole.lines', { count: openLines })}
            <Link to="/admin/orders" search={{ seller_id: id, lineStatus: 'open' }}>
              {t('users.changeRole.toOrders')}
            </Link>
          </p>
        )}
        <p>{t('users.changeRole.instead')}</p>
      </div>
      {unarchived > creating && <Button onClick={onAssign}>{t('assign.title.many')}</Button>}
    </>
  )
}
