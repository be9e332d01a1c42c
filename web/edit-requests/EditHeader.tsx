import type { EditRequestDetail, ReviewableField } from '#domain/edit-request.ts'
import { EditStatusTag } from '#web/edit-requests/EditStatusTag.tsx'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { OpenChat } from '#web/product-views/OpenChat.tsx'
import css from '#web/product-views/Opened.module.css'
import { ChangedNote } from '#web/product-views/ReviewNotes.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = { request: EditRequestDetail; onSeller: (seller: string) => void }

/** Status, seller and time of a request, with price and category of its product. */
export function EditHeader({ request, onSeller }: Props) {
  const { status, seller_id, seller, created_at, product } = request
  const money = useMoney()
  return (
    <>
      <p className={css.sub}>
        <EditStatusTag status={status} />
        {product && (
          <span>
            <Dotted>
              {product.price !== null && money(product.price)}
              {product.category}
            </Dotted>
          </span>
        )}
      </p>
      <p className={css.sub}>
        {seller ? <PersonLine of={seller} href={`/admin/users/${seller.id}`} /> : t('approval.noSeller')}
        <span>
          {t('editRequests.asked')} <Ago at={created_at} />
        </span>
        {seller_id && (
          <button type="button" className={`${css.link} tall-touch underlines`} onClick={() => onSeller(seller_id)}>
            {t('editRequests.onlySeller')}
          </button>
        )}
        <OpenChat of={request} />
      </p>
    </>
  )
}

type EditNotesProps = { request: EditRequestDetail; changed: readonly ReviewableField[]; isUnread: boolean; onRead: () => void }

/** What an admin has to know before the review. */
export function EditNotes({ request, changed, isUnread, onRead }: EditNotesProps) {
  const { status, note, fields, product, decidedBy, decidedAt, rejectionReason } = request
  const isOpen = status === 'pending'
  return (
    <div className="stack gap-8 if-filled" aria-live="polite">
      {isUnread && isOpen && <ChangedNote {...{ changed, onRead }} />}
      {!isOpen && (
        <Note tone={status === 'rejected' ? 'warn' : 'info'}>
          <b>{t(`editRequests.status.${status}`)}</b> {decidedBy && t('editRequests.by', { name: decidedBy })}{' '}
          {decidedAt && <Ago at={decidedAt} />}
          {rejectionReason && <p className="as-written">{rejectionReason}</p>}
        </Note>
      )}
      {isOpen && product === null && <Note tone="warn">{t('editRequests.productGone')}</Note>}
      {fields.length === 0 && <Note tone="warn">{t('editRequests.unknownText')}</Note>}
      {note && (
        <Note>
          <b>{t('editRequests.note')}</b>
          <p className="as-written">{note}</p>
        </Note>
      )}
    </div>
  )
}
