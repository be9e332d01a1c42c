import { Attachments } from '#web/chats/conversation/Attachments.tsx'
import css from '#web/chats/conversation/Log.module.css'
import type { Line, Shown } from '#web/chats/conversation/lines.ts'
import { MessageText } from '#web/chats/conversation/MessageText.tsx'
import { ProgressMark } from '#web/chats/conversation/ProgressMark.tsx'
import { Unsent } from '#web/chats/conversation/Unsent.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { longTime, timeOfDay } from '#web/ui/time.ts'

type Act = (key: string) => void
/** What can be done about a refused message; edited only where one can write. */
export type Resend = { retry: Act; edit: Act | undefined; discard: Act }
type Props = { group: Extract<Line, { kind: 'group' }>; meId: string; resend: Resend }

/** Messages of one person in a row, with the time of the last one. */
export function Group({ group: { ours, messages }, meId, resend }: Props) {
  const [first] = messages
  const byMe = first?.senderId === meId
  return (
    <li className={ours ? `${css.group} ${css.ours}` : css.group}>
      <p className={byMe ? 'visually-hidden' : css.sender} dir="auto">
        {byMe ? t('chats.you') : first?.senderName}
      </p>
      <ul className={css.bubbles}>
        {messages.map((message, index) => (
          <Bubble key={message.key} message={message} next={messages[index + 1]} resend={resend} />
        ))}
      </ul>
    </li>
  )
}

function Bubble({ message, next, resend }: { message: Shown; next: Shown | undefined; resend: Resend }) {
  const { number, text, attachments, at, progress, problem, unkept } = message
  return (
    <li data-number={number ?? undefined}>
      {attachments.length > 0 && <Attachments attachments={attachments} />}
      {text !== '' && (
        <div className={`${css.bubble} ${number === null ? css.unsent : ''}`} title={longTime(at)}>
          <MessageText text={text} />
        </div>
      )}
      {progress === 'failed' && (
        <Unsent
          problem={problem}
          onRetry={() => resend.retry(message.key)}
          onEdit={resend.edit && (() => resend.edit?.(message.key))}
          onDiscard={() => resend.discard(message.key)}
        />
      )}
      {unkept && (
        <p className={css.meta} role="alert">
          {t('chats.unkept')}
        </p>
      )}
      {/* Said once where several have come equally far. */}
      {progress !== 'failed' && (!next || next.progress !== progress) && (
        <p className={css.meta}>
          <time dateTime={at} title={longTime(at)}>
            {timeOfDay(at)}
          </time>
          {progress && <ProgressMark progress={progress} />}
        </p>
      )}
    </li>
  )
}
