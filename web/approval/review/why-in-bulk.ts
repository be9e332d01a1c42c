import type { BulkDecision } from '#domain/bulk-decision.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The reason why an item in a bulk decision cannot be decided alone, as a sentence, or null. */
export function whyInBulk(bulk: BulkDecision | undefined, me: string): string | null {
  if (!bulk) return null
  return bulk.by.id === me ? t('approval.bulk.inOwnBulk') : t('approval.bulk.inBulkOf', { name: bulk.by.name })
}
