import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { problemOf } from '#web/app/problem.ts'
import { client } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toasts.ts'
import css from '#web/users/UsersPage.module.css'

type Many = 'sellers' | 'everybody'
const many: readonly { value: Many; label: string }[] = [
  { value: 'sellers', label: t('users.message.sellers') },
  { value: 'everybody', label: t('users.message.everybody') },
]

/** Writes to one person, or without one to all sellers or everybody (product §6). */
export function MessageDialog({ to, open, onClose }: { to?: { id: string; name: string }; open: boolean; onClose: () => void }) {
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<Many>('sellers')
  const form = useRef<HTMLFormElement>(null)
  const send = useMutation({
    mutationFn: () => client.notifications.send(to ? { to: 'one', userId: to.id, text } : { to: audience, text }),
    onSuccess: ({ recipients }) => {
      toast(t('users.message.sent', { count: recipients, shown: recipients.toLocaleString('en') }))
      setText('')
      onClose()
    },
    onError: () => form.current?.querySelector('textarea')?.focus(),
  })
  const { reset } = send
  useEffect(() => {
    if (!open) return
    reset()
    form.current?.querySelector('textarea')?.focus()
  }, [open, reset])
  const problem = send.error && problemOf(send.error)
  return (
    <Dialog
      title={to ? t('users.message.toOne', { name: to.name }) : t('users.message.title')}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('users.invite.cancel')}</Button>
          <Button look="primary" busy={send.isPending} onClick={() => !send.isPending && send.mutate()}>
            {t('users.message.send')}
          </Button>
        </>
      }
    >
      <form ref={form} className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
        {problem && problem.field !== 'text' && <Note tone="bad">{problem.message}</Note>}
        {!to && (
          <Select
            label={t('users.message.to')}
            value={audience}
            options={many}
            onChange={({ target }) => setAudience(target.value === 'everybody' ? 'everybody' : 'sellers')}
          />
        )}
        <TextArea
          label={t('users.message.text')}
          mark
          rows={5}
          maxLength={limits.message.textMax}
          value={text}
          hint={t('users.message.hint')}
          error={problem?.field === 'text' ? problem.message : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  )
}
