import type { ImportStatus, ProductImport } from '#domain/product-import.ts'
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

/** The status of an import as a tag; a checked file with nothing to import has a tag of its own. */
export function ImportStatusTag({
  of: { status, created = 1, updated = 0 },
}: {
  of: Pick<ProductImport, 'status'> & { created?: number; updated?: number }
}) {
  if (status === 'checked' && created + updated === 0) return <Tag tone="grey">{t('imports.nothing')}</Tag>
  return <Tag tone={tones[status]}>{t(`imports.status.${status}`)}</Tag>
}
