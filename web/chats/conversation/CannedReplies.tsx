import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCombobox } from 'downshift'
import { useState } from 'react'
import type { CannedReply } from '#domain/chat.ts'
import css from '#web/chats/conversation/CannedReplies.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import field from '#web/ui/Field.module.css'

type Props = {
  open: boolean
  onClose: () => void
  onPick: (text: string) => void
  /** A slash was typed into the empty search: it is meant for the message. Undefined if it is not, as the message is not empty. */
  onSlash: (() => void) | undefined
}

/** The canned replies. The chosen one is put into the field, where it can be edited before it is sent. */
export function CannedReplies({ open, onClose, onPick, onSlash }: Props) {
  return (
    <Dialog title={t('fields.cannedReplies')} open={open} onClose={onClose}>
      <Replies
        onClose={onClose}
        onSlash={
          onSlash &&
          (() => {
            onClose()
            onSlash()
          })
        }
        onPick={(text) => {
          onClose()
          onPick(text)
        }}
      />
    </Dialog>
  )
}

function Replies(props: Omit<Props, 'open'>) {
  const query = useQuery(rpc.settings.get.queryOptions())
  return (
    <DataState query={query}>
      {({ cannedReplies }) =>
        cannedReplies.length === 0 ? (
          <p className="muted prose">
            {t('chats.inbox.cannedNone')}{' '}
            <Link to="/admin/settings" search={{ section: 'chat' }}>
              {t('titles.settings')}
            </Link>
          </p>
        ) : (
          <Search replies={cannedReplies} {...props} />
        )
      }
    </DataState>
  )
}

/** Those whose title or text contains every typed word. */
function matching(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const words = typed.toLowerCase().split(/\s+/)
  return replies.filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
}

function Search({ replies, onPick, onSlash }: Omit<Props, 'open'> & { replies: readonly CannedReply[] }) {
  const [typed, setTyped] = useState('')
  const found = matching(replies, typed)
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<CannedReply>({
    items: found,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    initialHighlightedIndex: 0,
    itemToKey: (reply) => reply?.title,
    itemToString: (reply) => reply?.title ?? '',
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem.text),
    stateReducer: (state, { type, changes }) => {
      // Leaving the field picks nothing.
      if (type === useCombobox.stateChangeTypes.InputBlur) return state
      return type === useCombobox.stateChangeTypes.InputChange ? { ...changes, highlightedIndex: 0 } : changes
    },
  })
  return (
    <>
      <input
        {...getInputProps({
          // Replies that are known at once are rendered before the dialog opens, which moves the focus.
          ref: (input: HTMLInputElement | null) => input?.setAttribute('autofocus', ''),
          'aria-label': t('chats.inbox.cannedSearch'),
          placeholder: t('chats.inbox.cannedSearch'),
          onChange: ({ currentTarget }) => setTyped(currentTarget.value),
          onKeyDown: (event) => {
            const { key, nativeEvent } = event
            // Escape closes the dialog.
            if (key === 'Escape' || nativeEvent.isComposing) Object.assign(nativeEvent, { preventDownshiftDefault: true })
            if (key !== '/' || typed !== '' || !onSlash) return
            event.preventDefault()
            // Held down, it is the slash that opened the dialog.
            if (!event.repeat) onSlash()
          },
        })}
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened to search
        autoFocus
        className={`${field.input} full input`}
      />
      <div {...getMenuProps({ 'aria-label': t('fields.cannedReplies') })} className="below">
        {found.map((reply, index) => (
          <div key={reply.title} {...getItemProps({ item: reply, index })} className={`${css.reply} option`}>
            <div className="strong">{reply.title}</div>
            <div className="aside clamp">{reply.text}</div>
          </div>
        ))}
      </div>
      {onSlash && <p className="tiny with-keyboard">{t('chats.inbox.cannedSlash')}</p>}
      <p role="status" className={found.length > 0 ? 'visually-hidden' : 'muted'}>
        {found.length > 0 ? t('chats.inbox.cannedFound', { count: found.length }) : t('chats.inbox.cannedNothing')}
      </p>
    </>
  )
}
