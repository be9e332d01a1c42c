import type { Again } from '#web/app/part.tsx'
import type { OpenedItem } from '#web/approval/QueuePage.tsx'
import { unloadedSentence, useAgainOnline } from '#web/errors/unloaded.ts'
import { t } from '#web/messages/messages.ts'
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
