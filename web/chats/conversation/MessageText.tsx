import { useMemo } from 'react'
import css from '#web/chats/conversation/Log.module.css'
import { isEmojiOnly, piecesOf } from '#web/chats/conversation/linked-text.ts'

/** What somebody wrote, as text and nothing else; addresses can be followed. Each line runs in the direction of its own script. */
export function MessageText({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  return (
    <p dir="auto" className={isEmojiOnly(text) ? `${css.text} ${css.large}` : css.text}>
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
