import { useRouter } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/Opened.module.css'

/** Opens a person's conversation with support; the first time, it is created. */
export function useOpenChat(buyerId: string) {
  const router = useRouter()
  return useAct({
    send: () => client.chats.open({ buyerId }),
    done: ({ id }) => router.navigate({ to: '/admin/chat/$id', params: { id } }),
  })
}

/** The way from an opened item to the conversation with its seller. */
export function OpenChat({ seller }: { seller: string }) {
  const open = useOpenChat(seller)
  return (
    <button type="button" className={`${css.link} tall-touch underlines`} onClick={() => open.mutate()}>
      {t('approval.openChat')}
    </button>
  )
}
