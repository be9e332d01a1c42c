import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import css from '#web/ui/CopyField.module.css'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = {
  label: string
  value: string
  words: { copy: string; copied: string; byHand: string }
  /** Closes the parent. */
  done?: { label: string; onDone: () => void } | undefined
}

/** A value to copy. */
export function CopyField({ label, value, words, done }: Props) {
  const place = useRef<HTMLDivElement>(null)
  /** Without https a page may not write to the clipboard: the text is selected instead, to be copied by hand. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast(words.copied)
    } catch {
      place.current?.querySelector('input')?.select()
      toast(words.byHand)
    }
  }
  return (
    <div ref={place} className={`${css.copy} stack`}>
      <Field label={label} value={value} readOnly spellCheck={false} onFocus={({ target }) => target.select()} />
      <div className="row">
        <Button look="primary" onClick={() => void copy()}>
          {words.copy}
        </Button>
        {done && <Button onClick={done.onDone}>{done.label}</Button>}
      </div>
    </div>
  )
}
