import type { Again } from '#web/app/part.tsx'
import { unloadedSentence, useAgainOnline } from '#web/errors/unloaded.ts'
import { t } from '#web/messages/door.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Stands in place of a part of a screen whose files did not come; the rest of the screen stays as it is. */
export function PartUnloaded({ again }: Again) {
  useAgainOnline(again)
  return (
    <EmptyState title={t('common.failedTitle')} text={unloadedSentence()} action={<Button onClick={again}>{t('common.retry')}</Button>} />
  )
}
