import { useRef } from 'react'
import { attachmentTypes } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconPaperclip from '#web/ui/icons/IconPaperclip.tsx'

const megabytes = limits.chat.bytesMax / (1024 * 1024)

/** Chooses files to go out with the message. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="quiet"
        aria-label={t('chats.attach')}
        title={t('chats.attachHint', { megabytes })}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={20} stroke={1.75} />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        aria-label={t('chats.attach')}
        accept={attachmentTypes.join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file again is a choice too.
          target.value = ''
        }}
      />
    </>
  )
}
