import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { rpc } from '#web/app/rpc.ts'
import { useMe } from '#web/app/use-me.ts'
import { t } from '#web/messages/messages.ts'

/** Who can take on a chat: the active admins, oneself first. */
export function useAssignees(): { id: string; name: string }[] {
  const me = useMe()
  const { data } = useQuery(
    rpc.users.list.queryOptions({ input: { role: 'admin', status: 'active', sort: 'name', limit: limits.page.sizeMax } }),
  )
  const others = data?.rows.filter(({ id }) => id !== me.id) ?? []
  return [{ id: me.id, name: t('chats.list.me', { name: me.name }) }, ...others]
}
