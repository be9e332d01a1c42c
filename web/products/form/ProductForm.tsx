import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { FormActions } from '#web/products/form/FormActions.tsx'
import { FormNotes, ReviewerNote } from '#web/products/form/FormNotes.tsx'
import { KeptTypingNote } from '#web/products/form/KeptTypingNote.tsx'
import { MainFields } from '#web/products/form/MainFields.tsx'
import css from '#web/products/form/ProductForm.module.css'
import { SideFields } from '#web/products/form/SideFields.tsx'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import { type FormState, useFormState } from '#web/products/form/use-form-state.ts'
import { type KeptTyping, useKeptTyping } from '#web/products/form/use-kept-typing.ts'
import { type SaveProduct, savedSentence, useSaveProduct } from '#web/products/form/use-save-product.ts'
import { lastList } from '#web/products/list/last-list.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = {
  /** As the server has it, kept fresh while the form is open; null for a new one. */
  product: ShownProduct | null
  pictures: Pictures
  /** Says at once what is missing before review. */
  check?: boolean
  /** What becomes of the pictures when the form goes: true if everything was saved. */
  onEnd: (saved: boolean, product: ShownProduct | null) => void
}

/** Adds or changes a product (product §3, §9). */
export function ProductForm({ product, pictures, check = false, onEnd }: Props) {
  const navigate = useNavigate()
  const place = useRef<HTMLFormElement>(null)
  const unsaved = useRef(false)
  const saved = useRef(false)
  const form = useFormState(product, pictures, check)
  const saving = useSaveProduct(form, pictures, (done, kind) => {
    saved.current = true
    unsaved.current = false
    typing.forget()
    toast(savedSentence(product, done, kind))
    // A new product has to be seen, whatever the list was narrowed to.
    void navigate({ to: '/seller/products', ...(product && { search: lastList.last(), resetScroll: false }) })
  })
  const typing = useKeptTyping(form, saved)
  const { keepNow } = typing
  // Saving may be answered with the end of the session: what was typed a moment before is kept by then.
  useEffect(() => {
    if (saving.busy) keepNow()
  }, [saving.busy, keepNow])
  useFollow(product, form, saving)
  unsaved.current = !saved.current && (form.changed.length > 0 || form.changedNote !== undefined || saving.busy !== null)

  const end = useRef(onEnd)
  end.current = onEnd
  const base = useRef(form.base)
  base.current = form.base
  useEffect(() => () => end.current(saved.current, base.current), [])
  useEffect(() => {
    if (form.refusals > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form.refusals])

  return (
    // Fields save nothing by Enter: a seller has to say whether it becomes a draft or goes to review.
    <form ref={place} noValidate className={css.form} onSubmit={(event) => event.preventDefault()}>
      <KeptTypingNote form={form} typing={typing} onChosen={() => place.current?.querySelector<HTMLElement>(firstField)?.focus()} />
      <FormNotes form={form} saving={saving} />
      <div className={css.fields}>
        <MainFields form={form} pictures={pictures} busy={saving.busy !== null} />
        <fieldset className={css.part} disabled={saving.busy !== null}>
          <SideFields form={form} />
        </fieldset>
      </div>
      <ReviewerNote form={form} />
      <FormActions form={form} saving={saving} pictures={pictures} />
      <LeaveGuard
        dirty={() => unsaved.current}
        text={(to) => leaveText(to, form, saving, typing)}
        // Who agreed to lose it is not asked once more.
        onLeave={(to) => to === '/logout' && typing.forget()}
      />
    </form>
  )
}

const firstField = 'input:enabled:not([type=file]), textarea:enabled'

/** What stays of a form that is left in the middle. Signing out forgets it all: the next person may not be the same. */
function leaveText(to: string, { base }: FormState, { isNew }: SaveProduct, { isKept }: KeptTyping): string | undefined {
  if (to === '/logout') return t('products.leaveSigningOut')
  const created = base?.unfinished ? t('products.leaveUnfinished') : base && isNew ? t('products.leaveDraft') : ''
  return [created, t(isKept ? 'products.leaveKept' : 'products.leaveLost')].filter(Boolean).join(' ')
}

/** Keeps an open form on what the server has: silently where nothing typed is touched, otherwise the seller is asked. */
function useFollow(fresh: ShownProduct | null, form: FormState, saving: SaveProduct) {
  const known = form.base
  const isFresher = fresh !== null && known !== null && saving.busy === null && stamp(fresh) !== stamp(known) && !isOlder(fresh, known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a fresher product is a reason to look again
  useEffect(() => {
    if (!isFresher) return
    const clashes = form.clashesWith(fresh)
    if (clashes.length > 0) return saving.setMeanwhile({ fresh, clashes })
    saving.restOn(fresh)
    if (fresh.status !== known.status) toast(t('products.nowStatus', { status: t(`products.status.${fresh.status}`).toLowerCase() }))
  }, [isFresher, fresh])
}

const stamp = ({ updated_at, updatedAt, version, unfinished, request }: ShownProduct) =>
  [updated_at, updatedAt, version, unfinished, request?.id, request?.version].join(' ')

/** An answer that was on its way while the form saved must not turn it back. */
const isOlder = (one: ShownProduct, other: ShownProduct) => one.updated_at < other.updated_at || one.updatedAt < other.updatedAt
