import { type ReactNode, useState } from 'react'
import type { UserRow } from '#contract/users.ts'
import { errors } from '#domain/errors.ts'
import { type UserMove, whyNotUser } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'
import { RoleDialog, type RoleMove } from '#web/users/RoleDialog.tsx'
import { SuspendDialog } from '#web/users/SuspendDialog.tsx'
import { useReactivate } from '#web/users/use-move-user.ts'

/** An undo is offered by the toast about the decision. */
type Move = Exclude<UserMove, 'undo'>

/** The moves that fit a person's role and status; none for a closed account. */
function movesFor({ role, status }: UserRow): Move[] {
  if (status === 'closed') return []
  const ofStatus: Move = status === 'active' ? 'suspend' : 'reactivate'
  const ofRole: Move = role === 'admin' ? 'makeSeller' : 'makeAdmin'
  return ofRole === 'makeAdmin' && status === 'suspended' ? [ofStatus] : [ofStatus, ofRole]
}

type Action = { name: Move; label: string; why?: string | undefined; note?: string | undefined; busy: boolean; act: () => void }

/** What an admin can do with a person, with the dialogs that ask. */
function useActions(user: UserRow): { actions: Action[]; dialogs: ReactNode } {
  const me = useMe()
  const [suspending, setSuspending] = useState(false)
  const [changing, setChanging] = useState<RoleMove | null>(null)
  const { reactivate, busy } = useReactivate()
  const act = (name: Move) => {
    if (name === 'suspend') return setSuspending(true)
    if (name !== 'reactivate') return setChanging(name)
    reactivate(user.id)
  }
  const actions = movesFor(user).map((name) => {
    const code = whyNotUser(me, name, user)
    return {
      name,
      label: t(`users.moves.${name}`),
      why: code ? errors[code].message : undefined,
      note: name === 'makeAdmin' && !user.emailVerified ? t('users.unverifiedText') : undefined,
      busy: name === 'reactivate' && busy,
      act: () => act(name),
    }
  })
  const dialogs = (
    <>
      <SuspendDialog user={user} open={suspending} onClose={() => setSuspending(false)} />
      <RoleDialog user={user} move={changing} onClose={() => setChanging(null)} />
    </>
  )
  return { actions, dialogs }
}

/** The moves of an admin on a person in a row of the list. */
export function UserMenu({ user }: { user: UserRow }) {
  const { actions, dialogs } = useActions(user)
  return (
    <>
      {actions.length > 0 && <Menu label={t('users.actionsFor', { name: user.name })} items={actions} />}
      {dialogs}
    </>
  )
}

/** The moves of an admin on a person; a disabled one gives its reason, also when it is clicked. */
export function UserActions({ user }: { user: UserRow }) {
  const { actions, dialogs } = useActions(user)
  return (
    <div className="row gap-6">
      {actions.map(({ name, label, why, note, busy, act }) => (
        <WhyButton key={name} why={why ?? null} note={note} busy={busy} onClick={act}>
          {label}
        </WhyButton>
      ))}
      {dialogs}
    </div>
  )
}
