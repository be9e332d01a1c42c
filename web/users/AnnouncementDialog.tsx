import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { Notification } from '#domain/notification.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { countsToConfirm } from '#web/platform/rpc/counts-to-confirm.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import IconSend from '#web/ui/icons/IconSend.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toasts.ts'
import { AnnouncementProgress } from '#web/users/AnnouncementProgress.tsx'
import css from '#web/users/UsersPage.module.css'

/** The button to write to one person or many. */
export const AnnouncementButton = ({ to }: { to?: { id: string; name: string } }) => (
  <OpenButton icon={<IconSend size={16} />} dialog={(state) => <AnnouncementDialog {...(to && { to })} {...state} />}>
    {t('users.message.send')}
  </OpenButton>
)

type Many = 'sellers' | 'everybody'
const many: readonly { value: Many; label: string }[] = [
  { value: 'sellers', label: t('users.message.sellers') },
  { value: 'everybody', label: t('users.message.everybody') },
]

/**
 * Writes an announcement to one person, or without one to all sellers or everybody (product §6). The text survives closing; the number of
 * recipients is asked for again.
 */
export function AnnouncementDialog({ to, open, onClose }: { to?: { id: string; name: string }; open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<Many>('sellers')
  /** The number of recipients to confirm, as the server has just counted them; null if nothing is asked. */
  const [asked, setAsked] = useState<number | null>(null)
  /** The number of people whom one to many is being sent to; null if none is. */
  const [sending, setSending] = useState<number | null>(null)
  const close = () => {
    setAsked(null)
    setSending(null)
    onClose()
  }
  // An answer that arrives after the dialog was closed must not open it again with a question.
  const isOpen = useRef(open)
  isOpen.current = open
  const dialog = {
    title: to ? t('users.message.toOne', { name: to.name }) : t('users.message.title'),
    open,
    onClose: close,
    fields: ['text'] as const,
    send: (_: { text: string }) =>
      client.notifications.send(
        to ? { to: 'one', userId: to.id, text } : { to: audience, text, ...(asked !== null && { recipients: asked }) },
      ),
    done: ({ recipients }: { recipients: number }) => {
      setText('')
      if (!to && isOpen.current) return setSending(recipients)
      toast(t('users.message.sent', { count: recipients }))
      if (to && recipients > 0) showSent(queries, to.id, text)
      close()
    },
    refused: (error: unknown) => {
      const counts = countsToConfirm(error)
      if (counts && isOpen.current) setAsked(counts.recipients ?? 0)
      return counts !== null
    },
  }
  if (sending !== null) return <AnnouncementProgress recipients={sending} onClose={close} />
  if (asked !== null) {
    return (
      <FormDialog
        {...dialog}
        fields={[]}
        submit={t('users.message.sendTo', { count: asked })}
        dismiss={<Button onClick={() => setAsked(null)}>{t('users.message.change')}</Button>}
      >
        <p>{t(`users.message.ask.${audience}`)}</p>
        <blockquote className={`${css.quote} as-written`}>{text}</blockquote>
      </FormDialog>
    )
  }
  return (
    <FormDialog {...dialog} submit={t(to ? 'users.message.send' : 'users.message.next')}>
      {!to && (
        <Select
          label={t('users.message.to')}
          value={audience}
          options={many}
          onChange={({ target }) => setAudience(target.value === 'everybody' ? 'everybody' : 'sellers')}
        />
      )}
      <TextArea
        name="text"
        label={t('users.message.text')}
        mark
        rows={5}
        maxLength={limits.message.textMax}
        value={text}
        hint={t('users.message.hint')}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}

type Sent = Awaited<ReturnType<typeof client.notifications.sentTo>>

/** Shows an announcement among those sent to a person; it is delivered in the background, soon after the answer. */
function showSent(queries: QueryClient, userId: string, text: string): void {
  const notice: Notification = {
    id: newKey(),
    userId,
    productId: null,
    productTitle: null,
    message: text.trim(),
    type: 'info',
    status: null,
    reason: null,
    text: null,
    title: null,
    link: null,
    isRead: false,
    createdAt: new Date().toISOString(),
    person: null,
  }
  queries.setQueriesData<InfiniteData<Sent>>({ queryKey: rpc.notifications.sentTo.key({ input: { userId } }) }, (data) => {
    const [first, ...rest] = data?.pages ?? []
    return data && first ? { ...data, pages: [{ ...first, rows: [notice, ...first.rows] }, ...rest] } : data
  })
}
