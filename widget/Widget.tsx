import { useEffect, useRef, useState } from 'preact/hooks'
import type { WidgetConfig } from '#contract/widget.ts'
import { Composer } from './Composer.tsx'
import type { Chat } from './chat.ts'
import { IconMessage, IconX } from './icons.tsx'
import { Log } from './Log.tsx'
import type { Refusal } from './refusal.ts'
import { opening, texts } from './texts.ts'

type Props = {
  config: WidgetConfig | null
  chat: Chat | null
  /** Why the settings, or who the buyer is, could not be loaded. */
  failure: Refusal | null
  /** Only verified buyers may write, and no one is signed in. */
  mustSignIn: boolean
  isOpen: boolean
  setOpen: (open: boolean) => void
  again: () => void
}

/** Below this width the dialog fills the screen and is modal. */
const narrow = matchMedia('(max-width: 599px)')

/** The button that opens the chat, and its dialog. */
export function Widget({ isOpen, setOpen, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const launcher = useRef<HTMLButtonElement>(null)
  const [isNarrow, setNarrow] = useState(narrow.matches)
  const state = rest.chat?.read()
  const unread = state?.chat?.unread ?? 0

  useEffect(() => {
    const follow = () => setNarrow(narrow.matches)
    narrow.addEventListener('change', follow)
    return () => narrow.removeEventListener('change', follow)
  }, [])
  useEffect(() => {
    const place = dialog.current
    if (!place || !isOpen) return
    if (isNarrow) place.showModal()
    else place.show()
    // A keyboard on the screen would hide half of it.
    if (matchMedia('(pointer: fine)').matches) place.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
    return () => place.close()
  }, [isOpen, isNarrow])
  const close = (event?: Event) => {
    event?.preventDefault()
    setOpen(false)
    launcher.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) close(event)
  }
  return (
    <>
      <button
        ref={launcher}
        type="button"
        class="launcher"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={texts.launcher(unread)}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconX /> : <IconMessage />}
        {unread > 0 && !isOpen && <span class="badge">{texts.badge(unread)}</span>}
      </button>
      <p class="visually-hidden" role="status">
        {!isOpen && unread > 0 ? texts.launcher(unread) : ''}
      </p>
      <dialog ref={dialog} aria-labelledby="title" onKeyDown={press} onCancel={close}>
        {isOpen && <Panel {...rest} close={close} />}
        <p class="visually-hidden" role="status">
          {state?.announced}
        </p>
      </dialog>
    </>
  )
}

type PanelProps = Omit<Props, 'isOpen' | 'setOpen'> & { close: (event: Event) => void }

function Panel({ config, chat, failure, mustSignIn, close, again }: PanelProps) {
  const state = chat?.read()
  const why = failure ?? state?.failure ?? null
  return (
    <>
      <div class="head">
        {config?.logo && <img src={config.logo.url} alt="" width={config.logo.width} height={config.logo.height} />}
        <div class="grow">
          <h2 id="title" dir="auto">
            {config ? texts.title(config.marketplaceName) : texts.chat}
          </h2>
          {config && <p class="meta">{presence(config)}</p>}
        </div>
        <button type="button" class="icon" aria-label={texts.close} onClick={close}>
          <IconX />
        </button>
      </div>
      {mustSignIn ? (
        <div class="place center">
          <h3>{texts.signIn}</h3>
          <p>{texts.signInText}</p>
        </div>
      ) : (
        <>
          {why && (
            <div class="notice" role="alert">
              {why.message}
              <button type="button" onClick={again}>
                {texts.again}
              </button>
            </div>
          )}
          {/* What waits to be sent is shown even if the rest cannot be loaded. */}
          {chat && (state?.isReady || chat.outbox.read().length > 0) ? (
            <Log key={chat} chat={chat} welcome={texts.welcome} />
          ) : (
            <p class="place center">{why ? '' : texts.loading}</p>
          )}
          {!why && state && <Connection state={state} />}
          {chat && (state?.chat?.blocked ? <p class="closed">{texts.blocked}</p> : <Composer key={chat} chat={chat} />)}
        </>
      )}
      {config?.privacyUrl && (
        <a class="meta privacy" href={config.privacyUrl} target="_blank" rel="noopener noreferrer">
          {texts.privacy}
        </a>
      )}
    </>
  )
}

function Connection({ state: { isConnected } }: { state: { isConnected: boolean } }) {
  if (navigator.onLine && isConnected) return null
  return (
    <p class="note" role="status">
      {navigator.onLine ? texts.reconnecting : texts.offline}
    </p>
  )
}

/** Whether support is there, and when an answer can be expected. */
function presence({ hours, replyTime }: WidgetConfig): string {
  if (!hours || hours.open) return replyTime
  return hours.next ? texts.closedUntil(opening(hours.next)) : texts.closed
}
