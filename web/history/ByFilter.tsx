import { useQuery } from '@tanstack/react-query'
import { t } from '#web/platform/i18n/later.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'

/** Only what one person did is listed, as a figure of his led to. */
export function ByFilter({ by, clear }: { by: string; clear: () => void }) {
  const person = useQuery(rpc.users.get.queryOptions({ input: { id: by }, retry: false }))
  return <OnlyOf label={t('history.by')} name={person.data?.name ?? t('history.onePerson')} all={t('history.everybody')} clear={clear} />
}
