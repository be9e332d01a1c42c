import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { UserRow } from '#contract/users.ts'
import { errors } from '#domain/errors.ts'
import { type UserMove, whyNotUser } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { RoleDialog, type RoleMove } from '#web/users/RoleDialog.tsx'
import { SuspendDialog } from '#web/users/SuspendDialog.tsx'
import css from '#web/users/UsersPage.module.css'
import { useMoveUser } from '#web/users/use-move-user.ts'

/** The moves that fit a person's role and status; none for a closed account. */
function movesFor({ role, status }: UserRow): UserMove[] {
  if (status === 'closed') return []
  const ofStatus: UserMove = status === 'active' ? 'suspend' : 'reactivate'
  const ofRole: UserMove = role === 'admin' ? 'makeSeller' : 'makeAdmin'
  return ofRole === 'makeAdmin' && status === 'suspended' ? [ofStatus] : [ofStatus, ofRole]
}

/** The moves of an admin on a person; a disabled one gives its reason, also when it is clicked. */
export function UserActions({ user }: { user: UserRow }) {
  const me = useMe()
  const id = useId()
  const [suspending, setSuspending] = useState(false)
  const [changing, setChanging] = useState<RoleMove | null>(null)
  const move = useMoveUser()
  // A ref: the state of the mutation changes with the next render, and a double click is faster.
  const making = useRef(false)
  const reactivate = useMutation({
    mutationFn: () => move(client.users.reactivate({ id: user.id })),
    onSuccess: ({ name }) => toast(t('users.moved.reactivate', { name })),
    onError: (error) => toast(problemOf(error).message, 'bad'),
    onSettled: () => {
      making.current = false
    },
  })
  const act = (name: UserMove) => {
    if (name === 'suspend') return setSuspending(true)
    if (name !== 'reactivate') return setChanging(name)
    if (!making.current) reactivate.mutate()
    making.current = true
  }
  return (
    <div className={`${css.actions} row gap-6 dims`}>
      {movesFor(user).map((name) => {
        const code = whyNotUser(me, name, user)
        const why = code && errors[code].message
        const note = why ?? (name === 'makeAdmin' && !user.emailVerified ? t('users.unverifiedText') : null)
        return (
          <span key={name}>
            <Button
              busy={name === 'reactivate' && reactivate.isPending}
              aria-disabled={why ? true : undefined}
              aria-describedby={note ? `${id}-${name}` : undefined}
              title={note ?? undefined}
              onClick={() => (why ? toast(why, 'bad') : act(name))}
            >
              {t(`users.moves.${name}`)}
            </Button>
            {note && (
              <span id={`${id}-${name}`} className="visually-hidden">
                {note}
              </span>
            )}
          </span>
        )
      })}
      <SuspendDialog user={user} open={suspending} onClose={() => setSuspending(false)} />
      <RoleDialog user={user} move={changing} onClose={() => setChanging(null)} />
    </div>
  )
}
