import '#web/ui/later.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { lastSearch } from '#web/platform/queries/list-memory.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import type { Creation, Earlier } from '#web/products/form/creation.ts'
import { FormActions } from '#web/products/form/FormActions.tsx'
import { FormNotes, ReviewerNote } from '#web/products/form/FormNotes.tsx'
import { MainFields } from '#web/products/form/MainFields.tsx'
import css from '#web/products/form/ProductForm.module.css'
import { SideFields } from '#web/products/form/SideFields.tsx'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import { UnsavedInputNote } from '#web/products/form/UnsavedInputNote.tsx'
import { type FormState, useFormState } from '#web/products/form/use-form-state.ts'
import { type SaveProduct, savedSentence, useSaveProduct } from '#web/products/form/use-save-product.ts'
import { type UnsavedInputState, useUnsavedInput } from '#web/products/form/use-unsaved-input.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = {
  /** The server's state, kept fresh while the form is open; null for a new product. */
  product: ShownProduct | null
  pictures: Pictures
  /** What a form without a product will create. */
  creation?: Creation
  /** What was chosen in the form of a product before. */
  edit?: Earlier
  /** Shows at once what is missing before review. */
  check?: boolean
  /** Called when the form unmounts; `saved` is true if everything was saved. Disposes of the pictures. */
  onEnd: (saved: boolean, product: ShownProduct | null) => void
}

/** Adds or edits a product (product §3, §9). */
export function ProductForm({ product, pictures, creation, edit, check = false, onEnd }: Props) {
  const navigate = useNavigate()
  const place = useRef<HTMLFormElement>(null)
  const unsaved = useRef(false)
  const saved = useRef(false)
  const form = useFormState(product, pictures, check, creation)
  const saving = useSaveProduct(form, pictures, creation?.key ?? newKey, (done, kind) => {
    saved.current = true
    unsaved.current = false
    unsavedInput.forget()
    toast(savedSentence(product, done, kind))
    // A new product must be visible, so the list's filters are cleared.
    void navigate({ to: '/seller/products', ...(product && { search: lastSearch('/seller/products'), resetScroll: false }) })
  })
  const unsavedInput = useUnsavedInput(form, { creation, edit }, saved, saving.busy !== null)
  const { storeNow } = unsavedInput
  // The answer may end the session, so the latest input is stored first.
  useEffect(() => {
    if (saving.busy) storeNow()
  }, [saving.busy, storeNow])
  useFollow(product, form, saving)
  unsaved.current = !saved.current && (form.changed.length > 0 || form.changedNote !== undefined || saving.busy !== null)

  const end = useRef(onEnd)
  end.current = onEnd
  const base = useRef(form.base)
  base.current = form.base
  useEffect(() => () => end.current(saved.current, base.current), [])
  useEffect(() => {
    const wrong = form.refusals > 0 && place.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) return
    wrong.focus()
    document.getElementById(`${wrong.id}-error`)?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [form.refusals])

  const focusFirst = () => place.current?.querySelector<HTMLElement>(firstField)?.focus()
  return (
    // Enter does not submit: the seller has to choose between a draft and review.
    <form ref={place} noValidate className={css.form} onSubmit={(event) => event.preventDefault()}>
      <UnsavedInputNote form={form} unsavedInput={unsavedInput} busy={saving.busy !== null} onChosen={focusFirst} />
      <FormNotes {...{ form, saving, pictures }} isFree={!unsavedInput.offer && saving.busy === null} onChosen={focusFirst} />
      <div className={`${css.fields} columns gap-20`}>
        <MainFields form={form} pictures={pictures} busy={saving.busy !== null} />
        <fieldset className="bare" disabled={saving.busy !== null}>
          <SideFields form={form} />
        </fieldset>
      </div>
      <ReviewerNote form={form} />
      <FormActions form={form} saving={saving} pictures={pictures} />
      <LeaveGuard
        dirty={() => unsaved.current}
        text={(to) => leaveText(to, form, saving, unsavedInput)}
        isKept={(to) => to !== '/logout' && unsavedInput.isStored}
      />
    </form>
  )
}

const firstField = 'input:enabled:not([type=file]), textarea:enabled'

const dayMs = 24 * 60 * 60 * 1000

/** What remains of a form that is left before saving. A sign-out deletes all of it: another person may be next. */
function leaveText(to: string, { base }: FormState, { isNew }: SaveProduct, { isStored }: UnsavedInputState): string | undefined {
  if (to === '/logout') return t('products.leaveSigningOut')
  const created = base?.unfinished ? t('products.leaveUnfinished') : base && isNew ? t('products.leaveDraft') : ''
  return [created, isStored ? t('products.leaveKept', { days: limits.unsaved.keptMs / dayMs }) : t('common.leaveText')]
    .filter(Boolean)
    .join(' ')
}

/** Rebases an open form on the server's state: silently where no typed field changed, otherwise the seller is asked. */
function useFollow(fresh: ShownProduct | null, form: FormState, saving: SaveProduct) {
  const queries = useQueryClient()
  const current = form.base
  const isFresher =
    fresh !== null && current !== null && saving.busy === null && stamp(fresh) !== stamp(current) && !isOlder(fresh, current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a fresher product needs another check
  useEffect(() => {
    if (!isFresher) return
    const clashes = form.clashesWith(fresh)
    // A request that the seller withdrew here is no change by others: what was typed over it stays, without a question.
    const { id = '' } = current.request ?? {}
    const isWithdrawn = queries.getQueryData(rpc.editRequests.get.queryKey({ input: { id } }))?.status === 'withdrawn'
    if (clashes.length > 0 && !isWithdrawn) return saving.setMeanwhile({ fresh, clashes })
    saving.rebaseOn(fresh)
    if (fresh.status !== current.status) toast(t('products.nowStatus', { status: t(`products.status.${fresh.status}`).toLowerCase() }))
  }, [isFresher, fresh])
}

const stamp = ({ updated_at, updatedAt, version, unfinished, request }: ShownProduct) =>
  [updated_at, updatedAt, version, unfinished, request?.id, request?.version].join(' ')

/** An answer from before the save must not revert the form. */
const isOlder = (one: ShownProduct, other: ShownProduct) => one.updated_at < other.updated_at || one.updatedAt < other.updatedAt
