import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UserRecord, UserRow } from '#contract/users.ts'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import css from '#web/users/UsersPage.module.css'
import type { useMoveUser } from '#web/users/use-move-user.ts'

type Props = { user: UserRow | null; move: ReturnType<typeof useMoveUser>; onClose: () => void }

/** Asks for the reason of a suspension, and states in numbers what follows from it (product §2). */
export function SuspendDialog({ user, move: { make, making, problem, reset }, onClose }: Props) {
  // Keeps the name of the person on screen while the dialog closes.
  const last = useRef(user)
  if (user) last.current = user
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const isOpen = user !== null
  useEffect(() => {
    if (!isOpen) return
    setAsked(false)
    reset()
    place.current?.querySelector('textarea')?.focus()
  }, [isOpen, reset])
  const shown = last.current
  if (!shown) return null
  const confirm = () => {
    setAsked(true)
    if (reason.trim() === '') return place.current?.querySelector('textarea')?.focus()
    make({ user: shown, move: 'suspend', reason, done: onClose })
  }
  const missing = asked && reason.trim() === '' ? t('common.required') : undefined
  return (
    <Dialog
      title={t('users.suspend.title', { name: shown.name })}
      open={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('users.suspend.cancel')}</Button>
          <Button look="danger" busy={making === 'suspend'} onClick={confirm}>
            {t('users.suspend.confirm')}
          </Button>
        </>
      }
    >
      <form ref={place} className="stack gap-12" noValidate onSubmit={(event) => event.preventDefault()}>
        <Effects id={shown.id} />
        {problem && problem.field !== 'reason' && <Note tone="bad">{problem.message}</Note>}
        <TextArea
          label={t('users.suspend.reason')}
          mark
          rows={4}
          maxLength={limits.user.suspensionReasonMax}
          value={reason}
          error={missing ?? (problem?.field === 'reason' ? problem.message : undefined)}
          hint={t('users.suspend.reasonHint')}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  )
}

function Effects({ id }: { id: string }) {
  const query = useQuery(rpc.users.get.queryOptions({ input: { id }, staleTime: 0 }))
  return (
    <DataState query={query} loading={<Skeleton rows={2} />}>
      {(record) => (
        <div className={`${css.effects} stack gap-6 breaks`}>
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
  const counted = (count: number) => ({ count, shown: count.toLocaleString('en') })
  return [
    sessions > 0 ? t('users.suspend.signedOut', { count: sessions }) : t('users.suspend.refused'),
    ...(role === 'admin' ? [t('users.suspend.admin')] : []),
    ...(invitations > 0 ? [t('users.suspend.invitations', counted(invitations))] : []),
    ...(apiKeys.length > 0 ? [t('users.suspend.apiKeys', { count: apiKeys.length, names: apiKeys.join(', ') })] : []),
    approved > 0 ? t('users.suspend.onSale', counted(approved)) : t('users.suspend.onSaleNone'),
    pending > 0 ? t('users.suspend.waiting', counted(pending)) : t('users.suspend.waitingNone'),
    ...(openLines > 0 ? [t('users.suspend.openLines', counted(openLines))] : []),
    ...(editRequests > 0 ? [t('users.suspend.requests', counted(editRequests))] : []),
  ]
}
