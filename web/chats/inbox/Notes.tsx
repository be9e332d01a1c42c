import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { useDraft } from '#web/chats/conversation/use-draft.ts'
import css from '#web/chats/inbox/Inbox.module.css'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { newKey } from '#web/platform/new-key.ts'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Ago } from '#web/ui/Time.tsx'

export const useNotes = (id: string) => useQuery(rpc.chats.notes.queryOptions({ input: { id } }))

/** Private notes of admins about a conversation; its participant never sees them. */
export function Notes({ id, query }: { id: string; query: ReturnType<typeof useNotes> }) {
  return (
    <div className="stack gap-12">
      <DataState query={query} loading={<p className="aside">{t('common.loading')}</p>}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="aside">{t('chats.inbox.notesNone')}</p>
          ) : (
            <ul className="list stack gap-12">
              {rows.map((note) => (
                <li key={note.id}>
                  <p className="typed" dir="auto">
                    {note.text}
                  </p>
                  <p className="tiny">
                    <bdi>{note.authorName}</bdi>, <Ago at={note.timestamp} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </DataState>
      {!isFirstLoad(query) && <NewNote id={id} />}
    </div>
  )
}

function NewNote({ id }: { id: string }) {
  // Stored like the draft of a message, beside that of the same chat.
  const [text, setText] = useDraft(`note:${id}`)
  // A retry after a lost answer is the same note. With another text it is a new note, or the text would be lost.
  const tried = useRef({ text: '', clientId: '' })
  const { form, problems, refusal, busy } = useForm({
    fields: ['text'],
    blocked: text.trim() === '',
    send: (note: { text: string }) => {
      if (tried.current.text !== note.text) tried.current = { text: note.text, clientId: newKey() }
      return client.chats.addNote({ id, ...tried.current })
    },
    done: () => {
      tried.current = { text: '', clientId: '' }
      setText('')
    },
    stale: rpc.chats.notes.key(),
  })
  return (
    <form {...form} className={`${css.newNote} stack gap-8 dims`}>
      <TextArea
        name="text"
        label={t('chats.inbox.noteLabel')}
        quiet
        rows={2}
        dir="auto"
        placeholder={t('chats.inbox.notesHint')}
        maxLength={limits.chat.noteMax}
        value={text}
        error={problems.text ?? refusal?.message}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="row">
        <Button type="submit" busy={busy} aria-disabled={text.trim() === '' || undefined}>
          {t('chats.inbox.noteAdd')}
        </Button>
      </div>
    </form>
  )
}
