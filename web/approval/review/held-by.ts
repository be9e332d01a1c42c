import type { BulkDecision } from '#domain/bulk-decision.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** Why nobody decides a single product while a bulk decision holds it; null where none does. */
export function heldBy(bulk: BulkDecision | undefined, me: string): string | null {
  if (!bulk) return null
  return bulk.by.id === me ? t('approval.bulk.holdsMine') : t('approval.bulk.holds', { name: bulk.by.name })
}
