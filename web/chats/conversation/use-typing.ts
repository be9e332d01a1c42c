import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { queries } from '#web/platform/queries/queries.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

const { typingMs, typingRenewMs } = limits.chat

/** Publishes to the other people in a chat that this person is typing or has stopped. Failures are ignored: nothing depends on it. */
export function usePublishTyping(id: string, text: string): void {
  const publishedAt = useRef(Number.NEGATIVE_INFINITY)
  const last = useRef(text)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    // A stored draft is not being typed now.
    if (text === last.current) return
    last.current = text
    const now = performance.now()
    if (isEmpty) stop(id, publishedAt)
    else if (now - publishedAt.current >= typingRenewMs) {
      publishedAt.current = now
      publish(id, true)
    }
  }, [id, text, isEmpty])
  useEffect(() => () => stop(id, publishedAt), [id])
}

function stop(id: string, publishedAt: { current: number }): void {
  if (performance.now() - publishedAt.current < typingMs) publish(id, false)
  publishedAt.current = Number.NEGATIVE_INFINITY
}

function publish(id: string, typing: boolean): void {
  const storeTypists = (others: Awaited<ReturnType<typeof client.chats.sayTyping>>) =>
    queries.setQueryData(rpc.chats.typists.queryKey({ input: { id } }), others)
  void client.chats.sayTyping({ id, typing }).then(storeTypists, () => {})
}

/** Who else is typing in this chat: the participant, and admins. */
export function useTypists(id: string) {
  const { data } = useQuery(
    rpc.chats.typists.queryOptions({
      input: { id },
      // No hint reports that a person's typing has lapsed.
      refetchInterval: ({ state }) => (state.data && state.data.rows.length > 0 ? typingRenewMs : false),
    }),
  )
  return data?.rows ?? []
}
