import { t } from '#web/platform/i18n/door.ts'
import type { Again } from '#web/platform/loading/part.tsx'
import { unloadedSentence, useAgainOnline } from '#web/platform/loading/unloaded.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Stands in place of a part of a screen whose files did not come; the rest of the screen stays as it is. */
export function PartUnloaded({ again }: Again) {
  useAgainOnline(again)
  return (
    <EmptyState title={t('common.failedTitle')} text={unloadedSentence()} action={<Button onClick={again}>{t('common.retry')}</Button>} />
  )
}
