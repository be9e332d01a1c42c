import type { Side } from '#web/edit-requests/Beside.tsx'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/platform/i18n/later.ts'
import { useMoney } from '#web/platform/session/use-money.ts'

type Props = { side: Side; live: number | null; proposed: number | null; approved: number | null }

/** A price in major units; a proposed one also says how far it is from the last that was approved (product §3). */
export function PriceSide({ side, live, proposed, approved }: Props) {
  const money = useMoney()
  const price = side === 'live' ? live : proposed
  if (price === null) return <p className={css.none}>{t('editRequests.nothing')}</p>
  const Mark = side === 'live' ? 'del' : 'ins'
  return (
    <p className={css.text}>
      <Mark>{money(price)}</Mark>
      {side === 'proposed' && approved !== null && approved > 0 && (
        <span className={css.about}>{t('editRequests.priceChange', { share: shareOf(price, approved), price: money(approved) })}</span>
      )}
    </p>
  )
}

/** "+20 %" or "−90 %" of the last approved price. */
function shareOf(price: number, approved: number): string {
  const percent = Math.round((100 * (price - approved)) / approved)
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en')} %`
}
