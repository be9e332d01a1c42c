import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { countsOf, problemOf } from '#web/platform/rpc/problem.ts'
import { client } from '#web/platform/rpc/rpc.ts'
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

/** Writes an announcement to one person, or without one to all sellers or everybody (product §6). */
export function AnnouncementDialog({ to, open, onClose }: { to?: { id: string; name: string }; open: boolean; onClose: () => void }) {
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<Many>('sellers')
  const form = useRef<HTMLFormElement>(null)
  /** The number of recipients to confirm, as the server has just counted them; null if nothing is asked. */
  const [asked, setAsked] = useState<number | null>(null)
  const back = useRef<HTMLDivElement>(null)
  const send = useMutation({
    mutationFn: (confirmed: number | null) =>
      client.notifications.send(
        to ? { to: 'one', userId: to.id, text } : { to: audience, text, ...(confirmed !== null && { recipients: confirmed }) },
      ),
    onSuccess: ({ recipients }) => {
      toast(t('users.message.sent', { count: recipients, shown: recipients.toLocaleString('en') }))
      setText('')
      onClose()
    },
    onError: (error) => {
      const counts = countsOf(error)
      if (counts) return setAsked(counts.recipients ?? 0)
      form.current?.querySelector('textarea')?.focus()
    },
  })
  const { reset } = send
  useEffect(() => {
    if (!open) return
    reset()
    setAsked(null)
    form.current?.querySelector('textarea')?.focus()
  }, [open, reset])
  // Moves the focus away from the send button, so that a key held down does not confirm.
  useEffect(() => {
    const place = asked === null ? form.current?.querySelector('textarea') : back.current?.querySelector('button')
    place?.focus()
  }, [asked])
  const problem = send.error && !countsOf(send.error) ? problemOf(send.error) : null
  const submit = () => !send.isPending && send.mutate(asked)
  return (
    <Dialog
      title={to ? t('users.message.toOne', { name: to.name }) : t('users.message.title')}
      open={open}
      onClose={onClose}
      actions={
        asked === null ? (
          <>
            <Button onClick={onClose}>{t('users.invite.cancel')}</Button>
            <Button look="primary" busy={send.isPending} onClick={submit}>
              {t('users.message.send')}
            </Button>
          </>
        ) : (
          <div ref={back} key="asked" className="contents">
            <Button onClick={() => setAsked(null)}>{t('users.message.change')}</Button>
            {/* The second half of a double click on "Send message" must not confirm. */}
            <Button look="primary" busy={send.isPending} onClick={({ detail }) => detail < 2 && submit()}>
              {t('users.message.sendTo', { count: asked, shown: asked.toLocaleString('en') })}
            </Button>
          </div>
        )
      }
    >
      <form ref={form} className="stack gap-12" noValidate onSubmit={(event) => event.preventDefault()}>
        {problem && problem.field !== 'text' && <Note tone="bad">{problem.message}</Note>}
        {asked === null ? (
          <>
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
          </>
        ) : (
          <>
            <p>{t(`users.message.ask.${audience}`)}</p>
            <blockquote className={`${css.quote} as-written`}>{text}</blockquote>
          </>
        )}
      </form>
    </Dialog>
  )
}
