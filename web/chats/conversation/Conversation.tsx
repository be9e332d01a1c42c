import { type ReactNode, type Ref, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import type { Chat } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { asProse, isBlank } from '#domain/text.ts'
import { AttachButton, AttachedFiles } from '#web/chats/conversation/AttachedFiles.tsx'
import { CannedReplies } from '#web/chats/conversation/CannedReplies.tsx'
import css from '#web/chats/conversation/Composer.module.css'
import { Composer, Writing } from '#web/chats/conversation/Composer.tsx'
import { uploadsOf } from '#web/chats/conversation/chat-uploads.ts'
import { Log } from '#web/chats/conversation/Log.tsx'
import { isRefused, type Upload } from '#web/chats/conversation/uploads.ts'
import { useConversation } from '#web/chats/conversation/use-conversation.ts'
import { useDraft } from '#web/chats/conversation/use-draft.ts'
import { useScroll } from '#web/chats/conversation/use-scroll.ts'
import { usePublishTyping } from '#web/chats/conversation/use-typing.ts'
import type { UnsentMessage } from '#web/chats/outbox/own-outbox.ts'
import { useWarnBeforeUnload } from '#web/platform/drafts/use-warn-before-unload.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import { Button } from '#web/ui/Button.tsx'
import IconCloudOff from '#web/ui/icons/IconCloudOff.tsx'
import IconMessage2Bolt from '#web/ui/icons/IconMessage2Bolt.tsx'
import { useKeys } from '#web/ui/use-keys.ts'

type Props = {
  chat: Chat
  placeholder: string
  /** Shown while there are no messages. */
  empty: ReactNode
  /** A note above the field. */
  note?: ReactNode
  /** For an admin: with canned replies, and the names of colleagues who are answering. */
  inInbox?: boolean
  /** The page has keys: R goes to the field, and Escape leaves it. */
  hasKeys?: boolean
  /** Puts text into the message that is being written. */
  insertRef?: Ref<(text: string) => void>
  /** The reason why this person cannot write here, as a sentence. */
  closed?: string | undefined
}

/** The messages of a chat and the composer. Each chat mounts it again. */
export function Conversation({ chat, placeholder, empty, note, inInbox = false, hasKeys = false, insertRef, closed }: Props) {
  const state = useConversation(chat)
  const scroll = useScroll(state.shown[0]?.key, () => void state.older())
  const [text, setText] = useDraft(chat.id)
  usePublishTyping(chat.id, text)
  const offline = useSyncExternalStore(liveLine.subscribe, liveLine.read) === 'offline'
  const field = useRef<HTMLTextAreaElement>(null)
  useKeys({ r: hasKeys ? () => field.current?.focus() : undefined })
  const length = [...asProse(text)].length
  const uploads = uploadsOf(chat.id)
  const shownFiles = useSyncExternalStore(uploads.subscribe, uploads.read)
  // One that was refused says so, and holds nothing back: it goes as the message is sent.
  const files = shownFiles.filter((file) => !isRefused(file))
  // An uploaded file belongs to no message yet, so a reload would lose it.
  useWarnBeforeUnload(files.length > 0 || state.shown.some(({ unstored }) => unstored))
  const send = () => {
    state.outbox.add(
      chat.id,
      asProse(text),
      files.map(({ attachment }) => attachment).filter((attachment) => attachment !== null),
    )
    uploads.clear()
    setSlashIsText(false)
    setText('')
    scroll.toEnd()
  }
  const [cannedOpen, setCannedOpen] = useState(false)
  /** The canned replies were closed without a choice: the next slash in the empty field is its first character. */
  const [slashIsText, setSlashIsText] = useState(false)
  // Dialogs give the focus back to where it was: the field, so that people go on writing.
  const openCanned = () => {
    field.current?.focus()
    setCannedOpen(true)
  }
  const closeCanned = () => {
    setCannedOpen(false)
    setSlashIsText(true)
  }
  /** Adds text below what is written. */
  const insert = (more: string) => {
    setSlashIsText(false)
    setText(text.trim() === '' ? more : `${text.trimEnd()}\n${more}`)
  }
  useImperativeHandle(insertRef, () => (more) => {
    insert(more)
    field.current?.focus()
  })
  /** Puts a refused message back into the field, below the text there. */
  const edit = (clientId: string) => {
    const refused = state.outbox.read().find((unsent) => unsent.clientId === clientId) as UnsentMessage | undefined
    if (!refused) return
    setText([text.trimEnd(), refused.text].filter((part) => part !== '').join('\n'))
    uploads.takeBack(refused.attachments)
    state.outbox.discard(clientId)
    field.current?.focus()
  }
  return (
    <>
      <Log chat={chat} state={state} scroll={scroll} empty={empty} onEdit={closed ? undefined : edit} />
      <Writing id={chat.id} inInbox={inInbox} />
      {note}
      {closed ? (
        <p className={`${css.closed} muted topped`}>{closed}</p>
      ) : (
        <Composer
          {...{ field, text, placeholder, hasKeys }}
          onText={(typed) => {
            setSlashIsText(false)
            setText(typed)
          }}
          onSend={send}
          whyNot={whyNotSend(isBlank(text) ? 0 : length, files)}
          whyShown={files.some(({ phase }) => phase === 'failed')}
          onFiles={uploads.add}
          onSlash={inInbox && !slashIsText ? openCanned : undefined}
          tools={
            <>
              <AttachButton onFiles={uploads.add} />
              {inInbox && (
                <Button look="quiet" aria-label={t('fields.cannedReplies')} title={t('chats.inbox.cannedKey')} onClick={openCanned}>
                  <IconMessage2Bolt size={20} stroke={1.75} />
                </Button>
              )}
            </>
          }
          above={
            <>
              {offline && (
                <p className="small fair line gap-6" role="status">
                  <IconCloudOff size={16} />
                  {t('chats.offline')}
                </p>
              )}
              <AttachedFiles files={shownFiles} uploads={uploads} />
            </>
          }
        />
      )}
      {inInbox && (
        <CannedReplies open={cannedOpen} onClose={closeCanned} onPick={insert} onSlash={text === '' ? () => setText('/') : undefined} />
      )}
    </>
  )
}

function whyNotSend(length: number, files: readonly Upload[]): string | null {
  if (length === 0 && files.length === 0) return t('chats.writeFirst')
  if (files.some(({ attachment }) => attachment === null)) return t('chats.filesFirst')
  return length > limits.chat.textMax ? t('chats.tooLong', { count: length - limits.chat.textMax }) : null
}
