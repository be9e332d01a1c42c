import { useEffect } from 'react'
import type { Chat } from '#domain/chat.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** Reports the listed messages of participants as delivered to a device of support (product §7: delivered). */
export function useDelivered(chats: readonly Chat[] | undefined): void {
  useEffect(() => {
    for (const { id, lastNumber, lastByBuyer, adminDeliveredTo } of chats ?? []) {
      if (lastByBuyer && adminDeliveredTo < lastNumber) void client.chats.markDelivered({ id, number: lastNumber }).catch(() => {})
    }
  }, [chats])
}
