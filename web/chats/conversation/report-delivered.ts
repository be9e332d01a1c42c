import type { ChatMessage } from '#domain/chat.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** Messages that arrive within this time are reported at once, in milliseconds. */
const pauseMs = 300
const highest = new Map<string, number>()

/** Reports a message of the other side as delivered to this device, whatever screen is open (product §7: delivered). */
export function reportDelivered({ chatId, number, byBuyer, senderId }: ChatMessage): void {
  const me = queries.getQueryData(meQuery.queryKey)?.user
  const fromTheOtherSide = me && senderId !== me.id && byBuyer === (me.role === 'admin')
  if (!fromTheOtherSide) return
  if (!highest.has(chatId)) setTimeout(() => report(chatId), pauseMs)
  highest.set(chatId, Math.max(number, highest.get(chatId) ?? 0))
}

function report(id: string): void {
  const number = highest.get(id) ?? 0
  highest.delete(id)
  // Reading the message reports it too.
  void client.chats.markDelivered({ id, number }).catch(() => {})
}
