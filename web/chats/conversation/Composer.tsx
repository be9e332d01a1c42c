import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import type { Typist } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import css from '#web/chats/conversation/Composer.module.css'
import { useTypists } from '#web/chats/conversation/use-typing.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconSend from '#web/ui/icons/IconSend2.tsx'
import { useDrop } from '#web/ui/use-drop.ts'
import { isCovered } from '#web/ui/use-keys.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  /** Sends the message, which empties the field. */
  onSend: () => void
  placeholder: string
  /** R goes to the field, and Escape leaves it, for the keys of the page. */
  hasKeys: boolean
  /** The reason why nothing can be sent at the moment, as a sentence, or null. */
  whyNot: string | null
  /** Shows that reason before an attempt, too. */
  whyShown: boolean
  /** Files and notes, above the field. */
  above?: ReactNode
  /** More buttons beside "Send". */
  tools?: ReactNode
  onFiles?: ((files: File[]) => void) | undefined
  /** What the key `/` does in the empty field, instead of being its first character. */
  onSlash?: (() => void) | undefined
}

/** The field's first and largest number of rows, where the browser cannot size it by its content. */
const rowsOf = (text: string) => Math.min(8, Math.max(1, text.split('\n').length))
const leftShownFrom = 200

/** The field to write a message: Enter sends it, Shift and Enter start a new line. */
export function Composer({ field, text, onText, onSend, placeholder, hasKeys, whyNot, whyShown, above, tools, onFiles, onSlash }: Props) {
  const id = useId()
  const left = limits.chat.textMax - [...text.trim()].length
  const drop = useDrop((files) => onFiles?.([...files]))
  /** Why the last attempt was refused; forgotten once there is another reason or none, and when the text changes. */
  const [refused, setRefused] = useState<string | null>(null)
  if (refused !== null && refused !== whyNot) setRefused(null)
  const send = () => {
    if (whyNot === null) onSend()
    setRefused(whyNot)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (hasKeys && event.key === 'Escape' && !event.nativeEvent.isComposing && !isCovered()) return field.current?.blur()
    if (onSlash && event.key === '/' && text === '' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      return onSlash()
    }
    // Enter also confirms a word of an input method; that does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={`${css.composer} sized stack gap-6 not-printed`}
      {...drop}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {above}
      <p className="small bad if-filled" role="status">
        {left >= 0 && (whyShown ? whyNot : refused)}
      </p>
      <div className={`${css.row} dims`}>
        {tools}
        <label className="visually-hidden" htmlFor={id}>
          {t('chats.message')}
        </label>
        <textarea
          ref={field}
          id={id}
          dir="auto"
          className={`${css.field} grow input short-hint`}
          rows={rowsOf(text)}
          placeholder={placeholder}
          aria-describedby={`${id}-hint`}
          aria-keyshortcuts={hasKeys ? 'R' : undefined}
          aria-invalid={left < 0 || undefined}
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => {
            setRefused(null)
            onText(target.value)
          }}
          onKeyDown={press}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length === 0 || !onFiles) return
            event.preventDefault()
            onFiles(files)
          }}
        />
        <Button
          type="submit"
          look="primary"
          aria-disabled={whyNot !== null || undefined}
          aria-describedby={whyNot === null ? undefined : `${id}-why`}
          icon={<IconSend size={18} stroke={1.75} />}
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          <span className={css.send}>{t('chats.send')}</span>
        </Button>
      </div>
      <p id={`${id}-hint`} className="line gap-12 between tiny">
        <span className={`with-keyboard ${css.keys}`}>{t(hasKeys ? 'chats.hintKeys' : 'chats.hint')}</span>
        {left < leftShownFrom && (
          <span className={left < 0 ? 'bad' : undefined} role="status">
            {left < 0 ? t('chats.tooLong', { count: -left }) : t('chats.left', { count: left })}
          </span>
        )}
      </p>
      {whyNot !== null && (
        <p id={`${id}-why`} className="visually-hidden">
          {whyNot}
        </p>
      )}
    </form>
  )
}

const names = new Intl.ListFormat('en', { type: 'conjunction' })
const named = (who: readonly Typist[]) => ({ count: who.length, names: names.format(who.map(({ name }) => name)) })

/** Who is writing. A colleague who is answering stands out (product §7). */
export function Writing({ id, inInbox }: { id: string; inInbox: boolean }) {
  const typists = useTypists(id)
  const colleagues = inInbox ? typists.filter(({ byBuyer }) => !byBuyer) : []
  const others = typists.filter((typist) => !colleagues.includes(typist))
  return (
    <p role="status" className={`${css.writing} row aside if-filled`}>
      {colleagues.length > 0 && <span className={css.colleague}>{t('chats.inbox.answering', named(colleagues))}</span>}
      {others.length > 0 && <span>{t('chats.writing', named(others))}</span>}
    </p>
  )
}
