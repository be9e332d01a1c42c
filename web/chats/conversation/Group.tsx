import { useMemo } from 'react'
import { isEmojiOnly, piecesOf } from '#domain/linked-text.ts'
import { Attachments } from '#web/chats/conversation/Attachments.tsx'
import { LinkCards } from '#web/chats/conversation/LinkCards.tsx'
import css from '#web/chats/conversation/Log.module.css'
import type { Line, Progress, Shown } from '#web/chats/conversation/lines.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconAlertCircle from '#web/ui/icons/IconAlertCircle.tsx'
import IconCheck from '#web/ui/icons/IconCheck.tsx'
import IconChecks from '#web/ui/icons/IconChecks.tsx'
import IconClock from '#web/ui/icons/IconClock.tsx'
import IconCloudOff from '#web/ui/icons/IconCloudOff.tsx'
import { longTime, timeOfDay } from '#web/ui/time.ts'

type Act = (key: string) => void
/** Actions on a refused message; `edit` is undefined where the chat is closed. */
export type Resend = { retry: Act; edit: Act | undefined; discard: Act }
type Props = { group: Extract<Line, { kind: 'group' }>; meId: string; resend: Resend }

/** Consecutive messages of one person, with the time of the last one. */
export function Group({ group: { ours, messages }, meId, resend }: Props) {
  const [first] = messages
  const byMe = first?.senderId === meId
  return (
    <li className={ours ? css.ours : undefined}>
      <p className={byMe ? 'visually-hidden' : `${css.sender} tiny strong`} dir="auto">
        {byMe ? t('users.you') : first?.senderName}
      </p>
      <ul className={`${css.bubbles} list stack`}>
        {messages.map((message, index) => (
          <Bubble key={message.key} message={message} next={messages[index + 1]} resend={resend} />
        ))}
      </ul>
    </li>
  )
}

function Bubble({ message, next, resend }: { message: Shown; next: Shown | undefined; resend: Resend }) {
  const { ours, number, text, attachments, at, progress, problem, unstored } = message
  return (
    <li data-number={number ?? undefined}>
      {attachments.length > 0 && <Attachments attachments={attachments} />}
      {text !== '' && (
        <div className={`${css.bubble} ${number === null ? css.unsent : ''} ${ours ? 'on-dark inherits' : ''}`} title={longTime(at)}>
          <MessageText text={text} />
        </div>
      )}
      <LinkCards text={text} />
      {progress === 'failed' && (
        <Unsent
          problem={problem}
          onRetry={() => resend.retry(message.key)}
          onEdit={resend.edit && (() => resend.edit?.(message.key))}
          onDiscard={() => resend.discard(message.key)}
        />
      )}
      {unstored && (
        <p className={`${css.meta} line gap-6 tiny`} role="alert">
          {t('chats.notStored')}
        </p>
      )}
      {/* Shown once where consecutive messages have the same progress. */}
      {progress !== 'failed' && (!next || next.progress !== progress) && (
        <p className={`${css.meta} line gap-6 tiny`}>
          <time dateTime={at} title={longTime(at)}>
            {timeOfDay(at)}
          </time>
          {progress && <ProgressMark progress={progress} />}
        </p>
      )}
    </li>
  )
}

/** A message as plain text with links. Each line runs in the direction of its own script. */
function MessageText({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  return (
    <p dir="auto" className={isEmojiOnly(text) ? `${css.large} typed prose` : 'typed prose'}>
      {pieces.map(({ text: shown, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {shown}
          </a>
        ) : (
          shown
        ),
      )}
    </p>
  )
}

type ShownProgress = Exclude<Progress, 'failed'>
const icons: Record<ShownProgress, typeof IconCheck> = {
  waiting: IconCloudOff,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
}

/** The progress of a message of this side; the icon only repeats the word. */
function ProgressMark({ progress }: { progress: ShownProgress }) {
  const Icon = icons[progress]
  return (
    <span className={`inline-line gap-4${progress === 'read' ? ' accent' : ''}`}>
      <Icon size={14} stroke={2} />
      {t(`chats.progress.${progress}`)}
    </span>
  )
}

type UnsentProps = { problem: string | null; onRetry: () => void; onEdit: (() => void) | undefined; onDiscard: () => void }

/** A refused message: the reason, and the actions. */
function Unsent({ problem, onRetry, onEdit, onDiscard }: UnsentProps) {
  return (
    <div className={`${css.failed} stack gap-6 small`} role="alert">
      <p>
        <IconAlertCircle size={14} />
        {t('chats.progress.failed')}. {problem}
      </p>
      <div className="line gap-6">
        <Button onClick={onRetry}>{t('common.retry')}</Button>
        {onEdit && <Button onClick={onEdit}>{t('common.edit')}</Button>}
        <Button look="quiet" onClick={onDiscard}>
          {t('products.actions.delete')}
        </Button>
      </div>
    </div>
  )
}
