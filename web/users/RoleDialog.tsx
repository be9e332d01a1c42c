import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UserRecord, UserRow } from '#contract/users.ts'
import { isReservedName } from '#domain/reserved-name.ts'
import { type UserMove, userMoves } from '#domain/user.ts'
import { ConfirmAtProvider } from '#web/account/OwnPassword.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AssignProducts } from '#web/users/AssignProducts.tsx'
import { StillSelling } from '#web/users/StillSelling.tsx'
import css from '#web/users/UsersPage.module.css'
import { useMoveUser } from '#web/users/use-move-user.ts'

export type RoleMove = Extract<UserMove, 'makeAdmin' | 'makeSeller'>
type Props = { user: UserRow; move: RoleMove; onClose: () => void }
type Values = { password: string; code: string }

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
  const { asks, byCode, provider, change } = useConfirmedChange()
  const selling = move === 'makeAdmin' && record.data !== undefined && record.data.unarchived + record.data.openLines > 0
  // Another admin may have made the change already.
  const already = record.data && record.data.role !== userMoves[move].role ? t(`users.changeRole.already.${move}`, { name }) : null
  const why = !record.data ? t('users.changeRole.loading') : (already ?? (selling ? t('users.changeRole.selling', { name }) : null))
  const needsProof = asks && !selling && !already
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (needsProof) place.current?.querySelector('input')?.focus()
  }, [needsProof])
  return (
    <FormDialog
      title={t(`users.changeRole.title.${move}`, { name })}
      open
      onClose={onClose}
      submit={t(`users.moves.${move}`)}
      blocked={why}
      fields={['password', 'code']}
      check={({ password, code }: Values) =>
        password !== undefined && !password.trim() && !code?.trim() ? { password: t('common.required') } : {}
      }
      send={({ password, code }) => change(move, { id, ...(password ? { password } : code ? { code } : {}) })}
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
      {needsProof && (
        <div ref={place} className="stack gap-12">
          {provider ? (
            <ConfirmAtProvider name={provider} isConfirmed={false} />
          ) : (
            <PasswordField
              label={t('users.changeRole.password')}
              hint={t('users.changeRole.passwordHint')}
              name="password"
              autoComplete="current-password"
            />
          )}
          {byCode && (
            <Field
              label={t('users.changeRole.orCode')}
              hint={t('users.changeRole.orCodeHint')}
              name="code"
              autoComplete="one-time-code"
              maxLength={40}
            />
          )}
        </div>
      )}
    </FormDialog>
  )
}

/**
 * Changes a role. `asks` is true if the server will require the admin's password first, or has just done so; `byCode` if a code does as
 * well. `provider` is where an admin without a password confirms instead.
 */
function useConfirmedChange() {
  const queries = useQueryClient()
  const moveUser = useMoveUser()
  const account = useQuery(rpc.account.get.queryOptions({ staleTime: 0 }))
  const [refused, setRefused] = useState(false)
  const change = async (move: RoleMove, input: Parameters<typeof client.users.makeAdmin>[0]) => {
    try {
      return await moveUser(client.users[move](input))
    } catch (error) {
      if (problemOf(error).code === 'confirmation-needed') setRefused(true)
      throw error
    } finally {
      void queries.invalidateQueries({ queryKey: rpc.account.key() })
    }
  }
  const { confirmed, secondFactor, hasPassword, provider } = account.data ?? {}
  const atProvider = hasPassword === false ? (provider?.name ?? null) : null
  return { asks: refused || confirmed === false, byCode: secondFactor?.on ?? false, provider: atProvider, change }
}

function Effects({ person, move }: { person: UserRecord; move: RoleMove }) {
  const { marketplaceName } = useMarketplace()
  return (
    <>
      <div className={`${css.effects} stack gap-6 breaks`}>
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
