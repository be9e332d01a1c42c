import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#domain/person.ts'
import { shopAndName } from '#domain/person-names.ts'
import type { Product } from '#domain/product.ts'
import type { User } from '#domain/user.ts'
import { useWarnBeforeUnload } from '#web/platform/drafts/use-warn-before-unload.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { freshFromRefusal } from '#web/platform/queries/fresh-from-refusal.ts'
import { endsSession, problemOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Assignable } from '#web/product-views/AssignDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

type Failed = { id: string; title: string; message: string }
/** The error that ended the run, and how many products were not tried after it. */
type Broken = { title: string; message: string; left: number }
type Result = { done: number; failed: Failed[]; broken: Broken | null }

/** Assigns one product after the other, until it is stopped or an error would hit the others too. */
async function oneByOne(products: readonly Assignable[], signal: AbortSignal, assign: (product: Assignable, at: number) => Promise<void>) {
  const result: Result = { done: 0, failed: [], broken: null }
  for (const [at, product] of products.entries()) {
    if (signal.aborted) break
    try {
      await assign(product, at)
      result.done += 1
    } catch (error) {
      const { id, title } = product
      const { message } = problemOf(error)
      if (worthRetrying(error) || endsSession(error)) return { ...result, broken: { title, message, left: products.length - at - 1 } }
      result.failed.push({ id, title, message })
    }
  }
  return result
}

const nothing = { failed: [], broken: null }

/** The fresh product if the chosen seller owns it already, because the answer to an earlier try was lost. Rethrows other errors. */
function alreadyTheirs(error: unknown, { id }: Pick<User, 'id'>): Product {
  const fresh = freshFromRefusal<Product>(error)
  if (fresh?.seller_id !== id) throw error
  return fresh
}

/**
 * Assigns products one by one; each succeeds or fails on its own. `stop` ends the run after the current product, and so does closing the
 * dialog. Products assigned by then stay assigned.
 */
export function useAssign(several: boolean, onDone: () => void) {
  const queries = useQueryClient()
  const [{ failed, broken }, setResult] = useState<Omit<Result, 'done'>>(nothing)
  const [run, setRun] = useState<{ at: number; count: number } | null>(null)
  const [isStopping, setStopping] = useState(false)
  const [hasBegun, setBegun] = useState(false)
  // A ref: a double click is faster than the next render.
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort('closed'), [])
  useWarnBeforeUnload(run !== null)

  const report = (wanted: readonly Assignable[], seller: Person, { done, failed, broken }: Result, closed: boolean) => {
    const count = wanted.length
    const name = shopAndName(seller)
    const first = broken ?? failed[0]
    if (done === count) toast(several ? t('assign.doneMany', { count, name }) : t('assign.done', { title: wanted[0]?.title ?? '', name }))
    else if (several && (done > 0 || closed)) toast(t('assign.doneSome', { done, count, name }), first ? 'bad' : 'good')
    else if (closed && first) toast(first.message, 'bad')
  }
  const send = async (wanted: readonly Assignable[], seller: Person, reason: string) => {
    if (running.current) return
    running.current = new AbortController()
    const { signal } = running.current
    setResult(nothing)
    setBegun(true)
    const result = await oneByOne(wanted, signal, async ({ id, status, seller_id }, at) => {
      setRun({ at: at + 1, count: wanted.length })
      const call = client.products.assign({ id, seller_id: seller.id, reason, seen: { status, seller_id } })
      const fresh = await call.catch((error: unknown) => alreadyTheirs(error, seller))
      queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
    })
    running.current = null
    setRun(null)
    setStopping(false)
    setResult(result)
    for (const key of [rpc.products.key(), rpc.users.key(), rpc.editRequests.key()]) void queries.invalidateQueries({ queryKey: key })
    report(wanted, seller, result, signal.reason === 'closed')
    if (result.done === wanted.length) onDone()
  }
  const stop = () => {
    running.current?.abort()
    setStopping(true)
  }
  return { send, stop, run, isStopping, hasBegun, failed, broken }
}
