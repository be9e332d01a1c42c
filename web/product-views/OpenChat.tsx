import { useRouter } from '@tanstack/react-router'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/Opened.module.css'

/** For a button that opens a person's conversation with support; the first time, it is created. */
export function useOpenChat(buyerId: string) {
  const router = useRouter()
  const open = useAct({
    send: () => client.chats.open({ buyerId }),
    done: ({ id }) => router.navigate({ to: '/admin/chat/$id', params: { id } }),
  })
  return { busy: open.isPending, onClick: () => open.once() }
}

/** The way from an opened item to the conversation with its seller, but not with a closed account or an admin. */
export function OpenChat({ of }: { of: Pick<Product, 'seller_id' | 'sellerClosed' | 'sellerIsAdmin'> }) {
  const { busy, onClick } = useOpenChat(of.seller_id ?? '')
  if (of.seller_id === null || of.sellerClosed || of.sellerIsAdmin) return null
  return (
    <button type="button" className={`${css.link} tall-touch underlines ages`} aria-busy={busy} onClick={onClick}>
      {t('approval.openChat')}
    </button>
  )
}
