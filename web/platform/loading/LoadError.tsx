import { t } from '#web/platform/i18n/messages.ts'
import type { Retry } from '#web/platform/loading/lazy-component.tsx'
import { loadErrorSentence, useRetryOnline } from '#web/platform/loading/load-error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Replaces a part of a screen whose files failed to load; the rest of the screen stays. */
export function LoadError({ again }: Retry) {
  useRetryOnline(again)
  return (
    <EmptyState title={t('common.failedTitle')} text={loadErrorSentence()} action={<Button onClick={again}>{t('common.retry')}</Button>} />
  )
}
