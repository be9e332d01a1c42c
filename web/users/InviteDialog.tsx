import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Invitation } from '#domain/invitation.ts'
import { limits } from '#domain/limits.ts'
import type { Role } from '#domain/user.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Select } from '#web/ui/Select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { rolesShown } from '#web/users/user-search.ts'

/** Asks for the address and role of an invitation; only admins can be invited while registration is closed (product §2). */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mailsAreFiles, registration } = useMarketplace()
  const closed = registration === 'closed'
  const roles: readonly Role[] = closed ? ['admin'] : rolesShown
  // An invitation that is not sent stays while the dialog is closed; the next one begins with a seller again.
  const [email, setEmail] = useState('')
  const [chosen, setRole] = useState<Role>('seller')
  const role = closed ? 'admin' : chosen
  return (
    <FormDialog
      title={t('users.invite.title')}
      text={t(mailsAreFiles ? 'users.invite.fileText' : 'users.invite.text')}
      open={open}
      onClose={onClose}
      submit={t('users.invite.send')}
      fields={['email']}
      send={(_: { email: string }) => client.invitations.create({ email, role })}
      stale={rpc.invitations.key()}
      done={(sent) => {
        setEmail('')
        setRole('seller')
        reportInvitation(sent, mailsAreFiles)
        onClose()
      }}
    >
      {mailsAreFiles && (
        <Note
          tone="warn"
          action={
            <Link to="/admin/settings" search={{ section: 'health' }} onClick={onClose}>
              {t('users.invite.toHealth')}
            </Link>
          }
        >
          {t('users.invite.noMail')}
        </Note>
      )}
      {closed && <Note>{t('users.invite.closed')}</Note>}
      <Field
        name="email"
        label={t('fields.email')}
        mark
        type="email"
        autoComplete="off"
        maxLength={limits.user.emailMax}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Select
        label={t('users.columns.role')}
        value={role}
        options={roles.map((each) => ({ value: each, label: t(`users.role.${each}`) }))}
        onChange={({ target }) => setRole(rolesShown.find((one) => one === target.value) ?? 'seller')}
      />
    </FormDialog>
  )
}

/** Reports that an invitation is on its way, or only in the outbox folder. */
export function reportInvitation({ email, role }: Pick<Invitation, 'email' | 'role'>, isFile: boolean | undefined): void {
  toast(t(`users.invite.${isFile ? 'filed' : 'sent'}.${role}`, { email }), isFile ? 'fair' : 'good')
}
