import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import css from '#web/ui/CopyDialog.module.css'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type Props = {
  title: string
  label: string
  value: string
  words: { copy: string; copied: string; byHand: string }
  onClose: () => void
  children: ReactNode
}

/** Shows a value to copy, with what it is for. Until it was copied, only its buttons close it. */
export function CopyDialog({ title, label, value, words, onClose, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      stays={!copied}
      dismiss="close"
      actions={
        <Button
          look="primary"
          onClick={async () => {
            if (await copyText(value, place.current, words)) setCopied(true)
          }}
        >
          {words.copy}
        </Button>
      }
    >
      <div ref={place} className={`${css.copy} stack`}>
        {children}
        <TextArea label={label} value={value} rows={2} readOnly spellCheck={false} onFocus={({ target }) => target.select()} />
      </div>
    </Dialog>
  )
}
