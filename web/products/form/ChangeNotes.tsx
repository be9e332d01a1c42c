import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LastOutcome } from '#web/edit-requests/LastOutcome.tsx'
import { WithdrawRequest } from '#web/edit-requests/WithdrawRequest.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** Above the form of an approved product: what is reviewed, what waits, and the outcome of the last request. */
export function ChangeNotes({ product }: { product: ShownProduct }) {
  const { id, request } = product
  if (!request) {
    return (
      <>
        <Earlier id={id} />
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
      {t('products.waits.text')} <Ago at={request.updated_at} /> ·{' '}
      <Link to="/seller/products/$id" params={{ id }}>
        {t('products.waits.compare')}
      </Link>
    </Note>
  )
}

/** The outcome of the last request, if a part of it was refused. */
function Earlier({ id }: { id: string }) {
  const { data } = useQuery(rpc.editRequests.list.queryOptions({ input: { product_id: id, limit: 1 } }))
  const last = data?.rows[0]
  return last && (last.status === 'rejected' || last.status === 'partly_approved') ? <LastOutcome request={last} /> : null
}
