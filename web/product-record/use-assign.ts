import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#domain/user.ts'
import { endsSession, problemOf, worthRetrying } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { useHoldWindow } from '#web/app/use-hold-window.ts'
import { t } from '#web/messages/later.ts'
import type { Assignable } from '#web/product-record/AssignDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

type Failed = { id: string; title: string; message: string }
type Result = { done: number; failed: Failed[] }

/** Takes one product after the other, until it is stopped or the others would fail in the same way. */
async function oneByOne(products: readonly Assignable[], signal: AbortSignal, assign: (product: Assignable, at: number) => Promise<void>) {
  const result: Result = { done: 0, failed: [] }
  for (const [at, product] of products.entries()) {
    if (signal.aborted) break
    try {
      await assign(product, at)
      result.done += 1
    } catch (error) {
      result.failed.push({ id: product.id, title: product.title, message: problemOf(error).message })
      if (worthRetrying(error) || endsSession(error)) break
    }
  }
  return result
}

/**
 * Assigns products, each by the single rule and with its own result. `stop` ends it after the current product, and so does closing the dialog.
 * Those assigned by then stay assigned.
 */
export function useAssign(several: boolean, onDone: () => void) {
  const queries = useQueryClient()
  const [failed, setFailed] = useState<Failed[]>([])
  const [run, setRun] = useState<{ at: number; count: number } | null>(null)
  const [isStopping, setStopping] = useState(false)
  const [hasBegun, setBegun] = useState(false)
  // A double click is faster than the next drawing.
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort('closed'), [])
  useHoldWindow(run !== null)

  const tell = (wanted: readonly Assignable[], { name }: Pick<User, 'name'>, { done, failed }: Result, closed: boolean) => {
    const count = wanted.length
    const [first] = failed
    if (done === count) toast(several ? t('assign.doneMany', { count, name }) : t('assign.done', { title: wanted[0]?.title, name }))
    else if (several && (done > 0 || closed)) toast(t('assign.doneSome', { done, count, name }), first ? 'bad' : 'good')
    else if (closed && first) toast(first.message, 'bad')
  }
  const send = async (wanted: readonly Assignable[], seller: Pick<User, 'id' | 'name'>, reason: string) => {
    if (running.current) return
    running.current = new AbortController()
    const { signal } = running.current
    setFailed([])
    setBegun(true)
    const result = await oneByOne(wanted, signal, async ({ id, status, seller_id }, at) => {
      setRun({ at: at + 1, count: wanted.length })
      const fresh = await client.products.assign({ id, seller_id: seller.id, reason, seen: { status, seller_id } })
      queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
    })
    running.current = null
    setRun(null)
    setStopping(false)
    setFailed(result.failed)
    for (const key of [rpc.products.key(), rpc.users.key(), rpc.editRequests.key()]) void queries.invalidateQueries({ queryKey: key })
    tell(wanted, seller, result, signal.reason === 'closed')
    if (result.done === wanted.length) onDone()
  }
  const stop = () => {
    running.current?.abort()
    setStopping(true)
  }
  return { send, stop, run, isStopping, hasBegun, failed }
}
