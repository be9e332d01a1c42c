import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Note } from '#web/ui/Note.tsx'

const { searchedMax } = limits.sellerSearch

type Props = { search: string | undefined; of: 'products' | 'editRequests' | 'orders' }

/** Says that a search of an administrator's list matches more sellers than the server takes, so that items of some may be missing. */
export function ManySellers({ search, of }: Props) {
  const { data } = useQuery(
    rpc.users.areTooMany.queryOptions({ input: { search: search ?? '', owners: of }, enabled: search !== undefined }),
  )
  if (search === undefined || !data?.tooMany) return null
  return (
    <div className="below">
      <Note tone="warn">{t('common.manyPeople', { shown: searchedMax })}</Note>
    </div>
  )
}
