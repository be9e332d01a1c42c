import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/later.ts'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'

/** Only what one person did is listed, as a figure of his led to. */
export function ByFilter({ by, clear }: { by: string; clear: () => void }) {
  const person = useQuery(rpc.users.get.queryOptions({ input: { id: by }, retry: false }))
  return <OnlyOf label={t('history.by')} name={person.data?.name ?? t('history.onePerson')} all={t('history.everybody')} clear={clear} />
}
