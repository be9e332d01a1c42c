import { type ReactNode, Suspense } from 'react'
import type { EditRequestDetail, ReviewableField } from '#domain/edit-request.ts'
import type { ProductImage } from '#domain/image.ts'
import { productFields, type ValueKind, type ValueOf } from '#domain/product-fields.ts'
import css from '#web/edit-requests/Difference.module.css'
import { PicturesSide } from '#web/edit-requests/PicturesSide.tsx'
import { numberText } from '#web/platform/i18n/field-units.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { DescriptionPreview } from '#web/product-views/DescriptionPreview.tsx'

type Props = {
  field: ReviewableField
  request: Pick<EditRequestDetail, 'live' | 'proposed' | 'gone' | 'productTitle' | 'product' | 'status'>
}

/** Which of two values is shown: the live or the proposed one. */
export type Side = 'live' | 'proposed'

/** One field twice: live and proposed. Differences are marked in both. */
export function Beside({ field, request }: Props) {
  return (
    <div className={css.beside}>
      <div>
        <p className={`${css.side} tiny`}>{t(request.status === 'pending' ? 'editRequests.live' : 'editRequests.before')}</p>
        {draw(field, 'live', request)}
      </div>
      <div>
        <p className={`${css.side} tiny`}>{t('editRequests.proposed')}</p>
        {draw(field, 'proposed', request)}
      </div>
    </div>
  )
}

type Request = Props['request']
type Values<Value> = { side: Side; live: Value | undefined; proposed: Value | undefined }
type Draw<Value> = (values: Values<Value>, request: Request, field: ReviewableField) => ReactNode

const text: Draw<string | null> = ({ side, live, proposed }) => <TextSide side={side} live={live ?? ''} proposed={proposed ?? ''} />

/** How fields of each kind are rendered; the compiler keeps the list complete. */
const draws: { [Kind in ValueKind]: Draw<ValueOf[Kind]> } & { pictures: Draw<ProductImage[]> } = {
  line: text,
  prose: (values, ...about) => {
    const shown = values[values.side]
    return (
      <>
        {text(values, ...about)}
        {shown && <DescriptionPreview text={shown} />}
      </>
    )
  },
  text,
  money: ({ side, live = null, proposed = null }, { product }, field) => (
    <PriceSide {...{ side, live, proposed }} approved={(field === 'price' && product?.approvedPrice) || null} />
  ),
  count: ({ side, ...values }, _, field) => {
    const value = values[side] ?? null
    return <NumberSide side={side} text={value === null ? null : numberText(field, value)} />
  },
  tags: ({ side, live = [], proposed = [] }) => <SetSide {...{ side, live, proposed }} />,
  attributes: ({ side, live = [], proposed = [] }) => (
    <SetSide {...{ side, live: live.map(attributeLine), proposed: proposed.map(attributeLine) }} />
  ),
  pictures: ({ side, live = [], proposed = [] }, { productTitle, gone }) => (
    <PicturesSide {...{ side, live, proposed, gone }} title={productTitle} />
  ),
}

const draw = (field: ReviewableField, side: Side, request: Request) =>
  (draws[productFields[field].kind] as Draw<unknown>)(
    { side, live: request.live[field], proposed: request.proposed?.[field] },
    request,
    field,
  )

type PriceSideProps = { side: Side; live: number | null; proposed: number | null; approved: number | null }

/** A price. A proposed one also shows how far it is from the last approved price (product §3). */
function PriceSide({ side, live, proposed, approved }: PriceSideProps) {
  const money = useMoney()
  const price = side === 'live' ? live : proposed
  return (
    <NumberSide side={side} text={price === null ? null : money(price)}>
      {price !== null && side === 'proposed' && approved !== null && approved > 0 && (
        <span className="block aside">{t('editRequests.priceChange', { share: shareOf(price, approved), price: money(approved) })}</span>
      )}
    </NumberSide>
  )
}

function NumberSide({ side, text, children }: { side: Side; text: string | null; children?: ReactNode }) {
  if (text === null) return <p className="muted">{t('editRequests.nothing')}</p>
  const Mark = side === 'live' ? 'del' : 'ins'
  return (
    <p className="as-written">
      <Mark>{text}</Mark>
      {children}
    </p>
  )
}

/** "+20 %" or "−90 %" of the last approved price. */
function shareOf(price: number, approved: number): string {
  const percent = Math.round((100 * (price - approved)) / approved)
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en')}%`
}

const attributeLine = ({ key, value }: { key: string; value: string }) => `${key}: ${value}`

type SetSideProps = { side: Side; live: readonly string[]; proposed: readonly string[] }

/** Tags or attributes, one per line; those missing or different on the other side are marked. */
function SetSide({ side, live, proposed }: SetSideProps) {
  const [here, there] = side === 'live' ? [live, proposed] : [proposed, live]
  const Mark = side === 'live' ? 'del' : 'ins'
  if (here.length === 0) return <p className="muted">{t('editRequests.nothing')}</p>
  return (
    <ul className="list stack gap-2 breaks">
      {here.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value may occur twice
        <li key={at}>{there.includes(text) ? text : <Mark>{text}</Mark>}</li>
      ))}
    </ul>
  )
}

const Words = lazyComponent(() => import('#web/edit-requests/Words.tsx'), 'default', Unmarked)

export type Texts = { side: Side; live: string; proposed: string }

/** A text with the different words marked; readable before the marks load. */
function TextSide(texts: Texts) {
  const text = texts[texts.side]
  if (text === '') return <p className="muted">{t('editRequests.nothing')}</p>
  return (
    <p className="as-written">
      <Suspense fallback={<Unmarked {...texts} />}>
        <Words {...texts} />
      </Suspense>
    </p>
  )
}

function Unmarked({ side, ...texts }: Texts) {
  return texts[side]
}
