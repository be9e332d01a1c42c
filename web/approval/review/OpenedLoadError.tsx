import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import type { Retry } from '#web/platform/loading/lazy-component.tsx'
import { loadErrorSentence, useRetryOnline } from '#web/platform/loading/load-error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Stands in for an opened item whose code could not be loaded. On a narrow window it leads back to the list. */
export function OpenedLoadError({ triage, again }: Pick<OpenedItem, 'triage'> & Retry) {
  useRetryOnline(again)
  const action = (
    <>
      <Button onClick={again}>{t('common.retry')}</Button>
      <Button onClick={() => triage.open(undefined)}>{t('approval.back')}</Button>
    </>
  )
  return <EmptyState title={t('common.failedTitle')} text={loadErrorSentence()} action={action} />
}
