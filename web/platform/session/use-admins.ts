import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'

/** The active admins, this one first, for a choice. */
export function useAdmins(): { id: string; name: string }[] {
  const me = useMe()
  const { data } = useQuery(
    rpc.users.list.queryOptions({ input: { role: 'admin', status: 'active', sort: 'name', limit: limits.page.sizeMax } }),
  )
  const others = data?.rows.filter(({ id }) => id !== me.id) ?? []
  return [{ id: me.id, name: t('common.you', { name: me.name }) }, ...others]
}
