import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { Role } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Select } from '#web/ui/Select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { rolesShown } from '#web/users/user-search.ts'

/** Asks for the address and role of an invitation; only admins can be invited while registration is closed (product §2). */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const closed = useMarketplace().registration === 'closed'
  const roles: readonly Role[] = closed ? ['admin'] : rolesShown
  const [email, setEmail] = useState('')
  const [chosen, setRole] = useState<Role>('seller')
  const role = closed ? 'admin' : chosen
  const form = useRef<HTMLFormElement>(null)
  const invite = useMutation({
    mutationFn: () => client.invitations.create({ email, role }),
    onSuccess: ({ email: to }) => {
      toast(t('users.invite.sent', { email: to }))
      setEmail('')
      onClose()
      return queries.invalidateQueries({ queryKey: rpc.invitations.key() })
    },
    onError: () => form.current?.querySelector('input')?.focus(),
  })
  const { reset } = invite
  useEffect(() => {
    if (!open) return
    reset()
    form.current?.querySelector('input')?.focus()
  }, [open, reset])
  const send = () => {
    if (!invite.isPending) invite.mutate()
  }
  const problem = invite.error && problemOf(invite.error)
  return (
    <Dialog
      title={t('users.invite.title')}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('users.invite.cancel')}</Button>
          <Button look="primary" busy={invite.isPending} onClick={send}>
            {t('users.invite.send')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="stack gap-12"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t('users.invite.text')}</p>
        {closed && <Note>{t('users.invite.closed')}</Note>}
        {problem && problem.field !== 'email' && <Note tone="bad">{problem.message}</Note>}
        <Field
          label={t('users.invite.email')}
          mark
          type="email"
          autoComplete="off"
          maxLength={limits.user.emailMax}
          value={email}
          error={problem?.field === 'email' ? problem.message : undefined}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Select
          label={t('users.columns.role')}
          value={role}
          options={roles.map((each) => ({ value: each, label: t(`users.role.${each}`) }))}
          onChange={({ target }) => setRole(rolesShown.find((one) => one === target.value) ?? 'seller')}
        />
      </form>
    </Dialog>
  )
}
