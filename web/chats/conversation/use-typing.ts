import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { queries } from '#web/platform/queries/queries.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

const { typingMs, typingRenewMs } = limits.chat

/** Publishes to the others of a chat that this person is typing or has stopped. Failures are ignored: nothing depends on it. */
export function useSayTyping(id: string, text: string): void {
  const said = useRef(Number.NEGATIVE_INFINITY)
  const began = useRef(text)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    // A stored draft is not being typed now.
    if (text === began.current) return
    began.current = text
    const now = performance.now()
    if (isEmpty) stop(id, said)
    else if (now - said.current >= typingRenewMs) {
      said.current = now
      say(id, true)
    }
  }, [id, text, isEmpty])
  useEffect(() => () => stop(id, said), [id])
}

function stop(id: string, said: { current: number }): void {
  if (performance.now() - said.current < typingMs) say(id, false)
  said.current = Number.NEGATIVE_INFINITY
}

function say(id: string, typing: boolean): void {
  const tell = (others: Awaited<ReturnType<typeof client.chats.sayTyping>>) =>
    queries.setQueryData(rpc.chats.typists.queryKey({ input: { id } }), others)
  void client.chats.sayTyping({ id, typing }).then(tell, () => {})
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
