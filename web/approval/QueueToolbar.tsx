import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { limits } from '#domain/limits.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import { sortsShown, statusesShown } from '#web/approval/queue-search.ts'
import type { QueueState } from '#web/approval/use-queue-search.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'

const statuses = statusesShown.map((value) => ({ value, label: t(`products.status.${value}`) }))

/** What narrows and orders the queue. */
export function QueueToolbar({ queue, sellerName }: { queue: QueueState; sellerName: string | null }) {
  const { search, narrow } = queue
  const { categories } = useMarketplace()
  // What is decided does not wait any more; it is still ordered by when it was submitted.
  const waits = (search.status ?? 'pending') === 'pending'
  const sorts = sortsShown.map((value) => ({ value, label: t(`approval.sort.${value === 'waiting' && !waits ? 'oldest' : value}`) }))
  // A category that is no longer offered may still stand in the address.
  const known = search.category && !categories.includes(search.category) ? [search.category, ...categories] : categories
  return (
    <>
      <SearchBox
        label={t('approval.search')}
        placeholder={t('approval.searchHint')}
        value={search.search ?? ''}
        maxLength={limits.text.searchMax}
        onSearch={(text) => narrow({ search: text || undefined })}
      />
      <Select
        quiet
        label={t('approval.status')}
        value={search.status ?? 'pending'}
        options={statuses}
        onChange={({ target }) => narrow({ status: statuses.find(({ value }) => value === target.value)?.value })}
      />
      <Select
        quiet
        label={t('approval.category')}
        value={search.category ?? ''}
        options={[{ value: '', label: t('approval.categoryAll') }, ...known.map((value) => ({ value, label: value }))]}
        onChange={({ target }) => narrow({ category: target.value || undefined })}
      />
      <Select
        quiet
        label={t('approval.sortBy')}
        value={search.sort ?? 'waiting'}
        options={sorts}
        onChange={({ target }) => narrow({ sort: sorts.find(({ value }) => value === target.value)?.value })}
      />
      {search.seller && (
        <Button aria-label={t('approval.sellerClear')} title={t('approval.sellerClear')} onClick={() => narrow({ seller: undefined })}>
          {t('approval.sellerOnly', { name: sellerName ?? t('approval.sellerThis') })}
          <IconX size={14} aria-hidden />
        </Button>
      )}
    </>
  )
}
