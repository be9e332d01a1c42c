import type { ImportStatus } from '#domain/product-import.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<ImportStatus, Tone> = {
  checking: 'blue',
  checked: 'amber',
  running: 'blue',
  done: 'green',
  cancelled: 'grey',
  failed: 'red',
}

/** The status of an import as a tag. */
export function ImportStatusTag({ status }: { status: ImportStatus }) {
  return <Tag tone={tones[status]}>{t(`imports.status.${status}`)}</Tag>
}
