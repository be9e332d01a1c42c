import { referencePrice } from '#domain/edit-request.ts'
import type { RejectionField } from '#domain/rejection.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import type { FormState, Way } from '#web/products/form/use-form-state.ts'

/** The note below a field: that the reviewer wants it corrected, what saving does with it, or how to fill it in. */
export function FieldNote({ form, name, text }: { form: FormState; name: RejectionField; text?: string | undefined }) {
  const way = form.wayOf(name)
  if (way) return <WayNote form={form} name={name} way={way} text={text} />
  const asked = form.base?.status === 'rejected' && form.base.rejection?.fields.includes(name)
  if (!asked) return text ?? null
  return form.changed.includes(name) ? (
    <span className="good strong">{t('products.rejected.mended')}</span>
  ) : (
    <span className="fair strong">{t('products.rejected.mend')}</span>
  )
}

type Props = { form: FormState; name: RejectionField; way: Way; text: string | undefined }

/** On an approved product: whether a change of this field applies at once or waits (product §3, §4). */
function WayNote({ form, name, way, text }: Props) {
  const far = useFarPrice(form, name, way)
  if (form.changed.includes(name))
    return <span className={way === 'now' ? 'good strong' : 'fair strong'}>{far ?? t(`products.ways.${way}`)}</span>
  if (form.waiting.some((waiting) => waiting === name)) return <span className="fair strong">{t('products.ways.waiting')}</span>
  return (
    <Dotted>
      {text}
      {t(way === 'review' ? 'products.ways.reviewed' : 'products.ways.atOnce')}
    </Dotted>
  )
}

/** Why a price is reviewed although prices are not: it is too far from the last approved one. */
function useFarPrice({ base }: FormState, name: RejectionField, way: Way): string | null {
  const money = useMoney()
  const { reviewedFields, priceReviewPercent: percent } = useMarketplace()
  const isFar = name === 'price' && way === 'review' && !reviewedFields.includes('price') && !base?.request?.fields.includes('price')
  const judged = isFar && base ? referencePrice(base) : null
  return judged === null ? null : t('products.ways.priceFar', { percent, price: money(judged) })
}
