import type { ComponentProps } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconSearchOff from '#web/ui/icons/IconSearchOff.tsx'

/** `clear` clears the search and all filters; `unmatched` says more about what they find. */
type Props = ComponentProps<typeof EmptyState> & { filtered?: boolean; clear?: () => void; unmatched?: string | undefined }

/** In place of the rows of a list: nothing matches its search and filters, or it has no rows yet, as the other props say. */
export function EmptyList({ filtered, clear, unmatched = t('common.noneMatchText'), ...empty }: Props) {
  if (!filtered) return <EmptyState {...empty} />
  const action = <Button onClick={clear}>{t('common.clearFilters')}</Button>
  return <EmptyState icon={IconSearchOff} title={t('common.noneMatch')} text={unmatched} action={action} />
}
