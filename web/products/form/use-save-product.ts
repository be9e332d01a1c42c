import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { endsSession, problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'
import { useOnline } from '#web/platform/use-online.ts'
import { refusalOf } from '#web/products/form/field-problems.ts'
import type { FieldName } from '#web/products/form/product-form.ts'
import { openSaving, type Saved } from '#web/products/form/save-product.ts'
import { fetchShown, type ShownProduct } from '#web/products/form/shown-product.ts'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { isRefused, type Pictures } from '#web/products/pictures/pictures.ts'

/** The pressed button: "Save draft", "Submit for approval", "Save changes". */
export type SaveKind = 'draft' | 'submit' | 'change'
export type SaveProduct = ReturnType<typeof useSaveProduct>
type Outcome = { kind: 'failed' | 'stopped' } | { kind: 'refused'; sentence: string; offline: boolean }
/** The product changed while the seller typed; `clashes` are the fields changed on both sides. */
export type Meanwhile = { fresh: ShownProduct; clashes: FieldName[] }

const movedOn = new Set(['stale-version', 'wrong-status', 'already-decided'])

/** Saves the form and returns the result as state. A second press while it saves does nothing. */
export function useSaveProduct(form: FormState, pictures: Pictures, key: () => string, onSaved: (saved: Saved, kind: SaveKind) => void) {
  const queries = useQueryClient()
  const [saving] = useState(() => openSaving(client.products, pictures, { product: form.base, key }))
  const working = useRef(false)
  /** The form began without a product: an existing product was created by it. */
  const [isNew] = useState(form.base === null)
  const [busy, setBusy] = useState<SaveKind | null>(null)
  const [last, setLast] = useState<SaveKind | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const online = useOnline()

  async function refused(error: unknown) {
    // These calls do not go through the mutation cache, which would notice an ended session. The input is stored until the seller signs in again.
    if (endsSession(error)) void announceSessionEnd(problemOf(error).code)
    const { problems, rest } = refusalOf(error)
    const fresh = form.base && movedOn.has(problemOf(error).code) ? await fetchShown(form.base.id).catch(() => null) : null
    if (fresh) setMeanwhile({ fresh, clashes: form.clashesWith(fresh) })
    setOutcome(rest === null || fresh ? null : { kind: 'refused', sentence: rest, offline: problemOf(error).code === 'offline' })
    form.refuse(problems)
  }

  async function save(kind: SaveKind) {
    if (working.current) return
    const fields = form.read(kind === 'submit')
    if (!fields) return setOutcome(null)
    working.current = true
    setBusy(kind)
    setLast(kind)
    setOutcome(null)
    try {
      const saved = await saving.save(fields, kind === 'submit', form.changedNote)
      if (saved.how === 'saved') {
        // The next list must not show the product in its former state.
        await queries.invalidateQueries({ queryKey: rpc.products.key(), refetchType: 'none' })
        await queries.invalidateQueries({ queryKey: rpc.editRequests.key(), refetchType: 'none' })
        // Lists show the saved product from now on; with a request, the shown product contains proposals that are not in it.
        if (!saved.product.request) queries.setQueryData(rpc.products.get.queryKey({ input: { id: saved.product.id } }), saved.product)
        return onSaved(saved, kind)
      }
      // What was refused meanwhile is a problem of the field, and trying again would not help.
      if (saved.how === 'failed' && pictures.snapshot().some(isRefused)) form.refuse({})
      else setOutcome({ kind: saved.how })
    } catch (error) {
      await refused(error)
    } finally {
      const current = saving.product()
      if (current) form.rebaseOn(current)
      working.current = false
      setBusy(null)
      void queries.invalidateQueries({ queryKey: rpc.products.key() })
    }
  }

  /** Puts the typed values over a fresher product. */
  function rebaseOn(fresh: ShownProduct) {
    saving.rebase(fresh)
    form.rebaseOn(fresh)
    setMeanwhile(null)
    setOutcome(null)
  }

  // That there is no network is no longer true once it is back.
  const isBack = online && outcome?.kind === 'refused' && outcome.offline
  return {
    save,
    isNew,
    busy,
    last,
    outcome: isBack ? { ...outcome, sentence: t('common.notSent') } : outcome,
    meanwhile,
    rebaseOn,
    setMeanwhile,
  }
}

/** The sentence for a successful save; for an approved product with the fields that apply now and those that wait for review (product §4). */
export function savedSentence(before: ShownProduct | null, { product, routed }: Saved, kind: SaveKind): string {
  const { title, status } = product
  if (status === 'draft') return t('products.form.draftSaved', { title })
  if (kind === 'submit') return t('products.moved.submit', { title })
  if (status !== 'approved' || !routed) return t('products.form.saved', { title })
  const { applied, waiting } = routed
  const isBack = before?.request !== undefined && product.editRequestId === null
  return [
    t(applied.length > 0 ? 'products.savedNow' : 'products.form.saved', { title, fields: fieldList(applied) }),
    waiting.length > 0 && t('products.savedWaiting', { fields: fieldList(waiting) }),
    isBack && t('products.savedBack'),
  ]
    .filter(Boolean)
    .join(' ')
}
