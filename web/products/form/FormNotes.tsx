import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import { isRefusedLately, LastOutcome } from '#web/edit-requests/LastOutcome.tsx'
import { WithdrawRequest } from '#web/edit-requests/WithdrawRequest.tsx'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/products/form/ProductForm.module.css'
import { RejectionNote } from '#web/products/form/RejectionNote.tsx'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import type { FormState } from '#web/products/form/use-form-state.ts'
import type { SaveProduct } from '#web/products/form/use-save-product.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Again = {
  form: FormState
  pictures: Pictures
  /** False while the form is saved, or earlier input waits for an answer. */
  isFree: boolean
  /** Called once values were put into the form. */
  onChosen: () => void
}

/** Notes above the form: why it was rejected, what is reviewed, what waits. */
export function FormNotes({ saving, ...again }: Again & { saving: SaveProduct }) {
  const { base } = again.form
  if (!base) return null
  return (
    <div className="stack gap-12 spaced">
      <RejectionNote product={base} />
      {base.unfinished && !saving.isNew && (
        <Note tone="warn">
          <strong className="block bold">{t('products.unfinishedNote.title')}</strong>
          {t('products.unfinishedNote.text')}
        </Note>
      )}
      {base.status === 'pending' && !base.unfinished && <Note>{t('products.pendingNote')}</Note>}
      {base.status === 'approved' && <ChangeNotes product={base} {...again} />}
    </div>
  )
}

/** The product changed while the seller typed: what happened, and a button to continue without losing input. */
export function MeanwhileNote({ saving, base }: { saving: SaveProduct; base: Product }) {
  if (!saving.meanwhile) return null
  const { fresh, clashes } = saving.meanwhile
  const status = t(`products.status.${fresh.status}`).toLowerCase()
  return (
    <Note tone="warn" action={<Button onClick={() => saving.rebaseOn(fresh)}>{t('products.changedMeanwhile.load')}</Button>}>
      <strong className="block bold">{t('products.changedMeanwhile.title')}</strong>
      {fresh.status !== base.status && `${t('products.changedMeanwhile.status', { status })} `}
      {clashes.length > 0 && `${t('products.changedMeanwhile.clashes', { fields: fieldList(clashes) })} `}
      {t('products.changedMeanwhile.text')}
    </Note>
  )
}

/** A note to the reviewer; only where a change waits or will wait. */
export function ReviewerNote({ form }: { form: FormState }) {
  if (!form.takesNote) return null
  return (
    <div className={css.reviewer}>
      <Panel>
        <TextArea
          label={t('products.form.note')}
          hint={t('products.form.noteHint')}
          rows={2}
          maxLength={limits.editRequest.noteMax}
          value={form.note}
          onChange={({ target }) => form.setNote(target.value)}
        />
      </Panel>
    </div>
  )
}

/** Above the form of an approved product: what is reviewed, what waits, and the outcome of the last request. */
function ChangeNotes({ product, ...again }: Again & { product: ShownProduct }) {
  const { id, request } = product
  if (!request) {
    return (
      <>
        <Earlier product={product} {...again} />
        <Note>
          <strong className="block bold">{t('products.reviewNote.title')}</strong>
          {t('products.reviewNote.text')}
        </Note>
      </>
    )
  }
  return (
    <Note tone="warn" action={<WithdrawRequest request={request} />}>
      <strong className="block bold">
        {request.fields.length > 0 ? t('products.waits.title', { fields: fieldList(request.fields) }) : t('products.waits.titlePlain')}
      </strong>
      <Dotted>
        <span>
          {t('products.waits.text')}{' '}
          <span className="nowrap">
            {t('editRequests.asked')} <Ago at={request.updated_at} />
          </span>
        </span>
        <Link to="/seller/products/$id" params={{ id }}>
          {t('products.waits.compare')}
        </Link>
      </Dotted>
    </Note>
  )
}

/** The outcome of the last request, if a part of it was refused, with a button that takes that up again. */
function Earlier({ product, form, pictures, isFree, onChosen }: Again & { product: ShownProduct }) {
  const { data } = useQuery(rpc.editRequests.list.queryOptions({ input: { product_id: product.id, limit: 1 } }))
  const last = data?.rows[0]
  const isRefused = last !== undefined && isRefusedLately(last, product)
  const whole = useQuery(rpc.editRequests.get.queryOptions({ input: { id: last?.id ?? '' }, enabled: isRefused }))
  if (!last || !isRefused) return null
  const { typed, images } = whole.data ? form.refusedIn(whole.data) : { typed: {}, images: null }
  // New images left the store with the rejection; an order of those on sale, or fewer of them, can be proposed again.
  const isKept = images?.every(({ path }) => product.images.some((live) => live.path === path))
  const startAgain = () => {
    form.putOn(typed)
    if (images && isKept) pictures.reorder(images)
    onChosen()
  }
  return (
    <LastOutcome
      request={last}
      action={isFree && (Object.keys(typed).length > 0 || isKept) && <Button onClick={startAgain}>{t('editRequests.startAgain')}</Button>}
    >
      {images && !isKept && <p>{t('editRequests.imagesGone')}</p>}
    </LastOutcome>
  )
}
