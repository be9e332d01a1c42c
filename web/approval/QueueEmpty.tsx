import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconSearchOff from '@tabler/icons-react/dist/esm/icons/IconSearchOff.mjs'
import type { QueueState } from '#web/approval/use-queue-search.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Why the queue shows nothing, and what to do about it. */
export function QueueEmpty({ queue: { search, narrow } }: { queue: QueueState }) {
  if (search.search || search.category || search.seller) {
    return (
      <EmptyState
        icon={<IconSearchOff size={22} />}
        title={t('approval.empty.match.title')}
        text={t('approval.empty.match.text')}
        action={
          <Button onClick={() => narrow({ search: undefined, category: undefined, seller: undefined })}>
            {t('approval.empty.match.clear')}
          </Button>
        }
      />
    )
  }
  const about = (search.status ?? 'pending') === 'pending' ? 'pending' : 'other'
  return (
    <EmptyState icon={<IconCircleCheck size={22} />} title={t(`approval.empty.${about}.title`)} text={t(`approval.empty.${about}.text`)} />
  )
}
