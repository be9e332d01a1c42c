import { useEffect } from 'react'
import type { Chat } from '#domain/chat.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** What of our side's chats is in the list has arrived on a device of ours (product §7: delivered). */
export function useDelivered(chats: readonly Chat[] | undefined): void {
  useEffect(() => {
    for (const { id, lastNumber, lastByBuyer, adminDeliveredTo } of chats ?? []) {
      if (lastByBuyer && adminDeliveredTo < lastNumber) void client.chats.markDelivered({ id, number: lastNumber }).catch(() => {})
    }
  }, [chats])
}
