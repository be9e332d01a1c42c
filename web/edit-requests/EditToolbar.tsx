import { CategoryFilter, ChoiceFilter, OnlySeller, QueueSearchBox } from '#web/approval/queue/Narrowing.tsx'
import { editFieldsShown, editSortsShown, editStatusesShown } from '#web/edit-requests/edit-search.ts'
import type { EditQueueState } from '#web/edit-requests/use-edit-triage.ts'
import { t } from '#web/platform/i18n/later.ts'

const statuses = editStatusesShown.map((value) => ({ value, label: t(`editRequests.short.${value}`) }))
const fields = editFieldsShown.map((value) => ({ value, label: t(`approval.fields.${value}`) }))

/** What narrows and orders the queue of edit requests. */
export function EditToolbar({ queue, sellerName }: { queue: EditQueueState; sellerName: string | null }) {
  const { search, narrow } = queue
  const waits = (search.status ?? 'pending') === 'pending'
  const sorts = editSortsShown.map((value) => ({ value, label: t(`approval.sort.${value === 'waiting' && !waits ? 'oldest' : value}`) }))
  const any = { value: '', label: t('editRequests.fieldAll') } as const
  return (
    <>
      <QueueSearchBox value={search.search} hint={t('editRequests.searchHint')} onSearch={(text) => narrow({ search: text })} />
      <ChoiceFilter
        label={t('approval.status')}
        value={search.status ?? 'pending'}
        options={statuses}
        onChoose={(status) => narrow({ status })}
      />
      <ChoiceFilter
        label={t('editRequests.field')}
        value={search.field ?? ''}
        options={[any, ...fields]}
        onChoose={(field) => narrow({ field })}
      />
      <CategoryFilter value={search.category} onChoose={(category) => narrow({ category })} />
      <ChoiceFilter label={t('approval.sortBy')} value={search.sort ?? 'waiting'} options={sorts} onChoose={(sort) => narrow({ sort })} />
      {search.seller && <OnlySeller name={sellerName} onClear={() => narrow({ seller: undefined })} />}
    </>
  )
}
