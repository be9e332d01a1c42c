import type { ClipboardEvent } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * Spreads pasted lines, such as a column of a spreadsheet, over this field and those below it of the same kind: its name up to the dash. An empty
 * line leaves its field as it is; a toast counts the values that found no field.
 */
export function pasteDown(event: ClipboardEvent<HTMLInputElement>): void {
  const { form, name } = event.currentTarget
  const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/)
  if (!form || lines.length < 2) return
  event.preventDefault()
  const kind = name.slice(0, name.indexOf('-') + 1)
  const fields = [...form.querySelectorAll<HTMLInputElement>(`[name^="${kind}"]`)]
  const below = fields.slice(fields.indexOf(event.currentTarget))
  for (const [at, field] of below.entries()) {
    const value = lines[at]?.trim()
    if (!value) continue
    typeInto(field, field.maxLength < 0 ? value : value.slice(0, field.maxLength))
  }
  const left = lines.slice(below.length).filter((line) => line.trim() !== '').length
  if (left > 0) toast(t('common.pasteLeft', { count: left }), 'bad')
}

/** Replaces the text of a field as if a person had typed it. */
export function typeInto(field: HTMLInputElement, text: string): void {
  // React takes a value that was assigned for its own, and would pass over the event.
  field.setRangeText(text, 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
