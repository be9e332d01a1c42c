import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import type { Again } from '#web/platform/loading/part.tsx'
import { unloadedSentence, useAgainOnline } from '#web/platform/loading/unloaded.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Stands in place of what is opened of a queue, whose files did not come; where the window is narrow the list is one step back. */
export function OpenedUnloaded({ triage, again }: Pick<OpenedItem, 'triage'> & Again) {
  useAgainOnline(again)
  const action = (
    <>
      <Button onClick={again}>{t('common.retry')}</Button>
      <Button onClick={() => triage.open(undefined)}>{t('approval.back')}</Button>
    </>
  )
  return <EmptyState title={t('common.failedTitle')} text={unloadedSentence()} action={action} />
}
