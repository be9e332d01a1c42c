import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import css from '#web/ui/More.module.css'

type Props = { list: { hasNextPage: boolean; isFetchingNextPage: boolean }; onMore: () => void }

/** The end of a list, with a button for more. */
export function More({ list, onMore }: Props) {
  if (!list.hasNextPage) return null
  return (
    <div className={`${css.more} middle topped not-printed`}>
      <Button busy={list.isFetchingNextPage} onClick={onMore}>
        {t('common.more')}
      </Button>
    </div>
  )
}
