import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Note } from '#web/ui/Note.tsx'

const { searchedMax } = limits.sellerSearch

/** Says that a search of an administrator's list matches more people than the server takes sellers from, so that items of some may be missing. */
export function ManySellers({ search }: { search: string | undefined }) {
  const { data } = useQuery(rpc.users.list.queryOptions({ input: { search, limit: 1 }, enabled: search !== undefined }))
  if (search === undefined || (data?.total ?? 0) <= searchedMax) return null
  return (
    <div className="below">
      <Note tone="warn">{t('common.manyPeople', { shown: searchedMax })}</Note>
    </div>
  )
}
