import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '#domain/user.ts'
import { problemOf } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/later.ts'
import type { Assignable } from '#web/product-record/AssignDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

type Failed = { id: string; title: string; message: string }

/** Assigns products one after the other, each by the single rule and with its own result. */
export function useAssign(several: boolean, onDone: () => void) {
  const queries = useQueryClient()
  const [failed, setFailed] = useState<Failed[]>([])
  const [done, setDone] = useState<number | null>(null)
  // A double click is faster than the next drawing.
  const sent = useRef(false)
  const send = async (wanted: readonly Assignable[], seller: Pick<User, 'id' | 'name'>, reason: string) => {
    if (sent.current) return
    sent.current = true
    setFailed([])
    const refused: Failed[] = []
    for (const [at, { id, title, status, seller_id }] of wanted.entries()) {
      setDone(at)
      try {
        const fresh = await client.products.assign({ id, seller_id: seller.id, reason, seen: { status, seller_id } })
        queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
      } catch (error) {
        refused.push({ id, title, message: problemOf(error).message })
      }
    }
    sent.current = false
    setDone(null)
    setFailed(refused)
    for (const key of [rpc.products.key(), rpc.users.key(), rpc.editRequests.key()]) void queries.invalidateQueries({ queryKey: key })
    const count = wanted.length - refused.length
    const { name } = seller
    if (count > 0) toast(several ? t('assign.doneMany', { count, name }) : t('assign.done', { title: wanted[0]?.title, name }))
    if (refused.length === 0) onDone()
  }
  return { send, busy: done !== null, done: done ?? 0, failed }
}
