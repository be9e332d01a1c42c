import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { SellerHome as Home } from '#contract/account.ts'
import { useNotReady } from '#web/orders/use-not-ready.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace, useMe } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import css from '#web/products/list/SellerHome.module.css'
import { writeOwnSales } from '#web/sales/own-search.ts'
import { SetupSteps } from '#web/ui/SetupSteps.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

type To = Pick<LinkProps, 'to' | 'search'>

const steps: { name: keyof Home['steps']; to: To }[] = [
  { name: 'submitted', to: { to: '/seller/products/add' } },
  { name: 'approved', to: { to: '/seller/products', search: { status: 'pending' } } },
  { name: 'shop', to: { to: '/profile' } },
  { name: 'emailVerified', to: { to: '/profile' } },
]

/** What a seller finds above their products: the steps of setting up until all are done, and what waits for them. */
export function SellerHome() {
  const { data } = useQuery(rpc.account.home.queryOptions())
  const { name } = useMe()
  const { mailsAreFiles } = useMarketplace()
  if (!data) return null
  return (
    <>
      <Waiting {...data} />
      {!steps.every(({ name: step }) => data.steps[step]) && (
        <div className="spaced">
          <SetupSteps
            // A seller with an approved product needs no welcome any more.
            title={data.steps.approved ? t('products.home.rest') : t('products.home.title', { name })}
            lead={data.steps.approved ? undefined : t('products.home.text')}
            steps={steps.map(({ name: step, to }) => ({
              name: t(`products.home.${step}`),
              done: data.steps[step],
              // Before something was submitted there is no decision to look for.
              to: step === 'approved' && !data.steps.submitted ? null : to,
              text: data.steps.approved
                ? undefined
                : t(step === 'emailVerified' && mailsAreFiles ? 'products.home.emailFiledText' : `products.home.${step}Text`),
            }))}
          />
        </div>
      )}
    </>
  )
}

const queues: { name: keyof Home['waiting']; to: To }[] = [
  { name: 'orders', to: { to: '/seller/orders', search: { lineStatus: 'open' } } },
  { name: 'rejected', to: { to: '/seller/products', search: { status: 'rejected' } } },
  { name: 'unread', to: { to: '/chat' } },
]

/** One line of what waits, each linked to its list; empty if nothing does and nothing was sold. */
function Waiting({ waiting, sales }: Home) {
  const money = useMoney()
  const sold = sales.orders > 0 || sales.gross !== 0
  const waits = queues.filter(({ name }) => waiting[name] > 0)
  const notReady = useNotReady()
  if (waits.length === 0 && !sold) return null
  return (
    <ul className={`${css.waiting} list row`} aria-label={t('products.home.waits')}>
      {waits.map(({ name, to }) => (
        <li key={name}>
          <Link {...to} className="strong">
            {t(`products.home.${name}`, { count: waiting[name], shown: shownCount(waiting[name]) })}
            {name === 'orders' && notReady && `, ${notReady}`}
          </Link>
        </li>
      ))}
      {sold && (
        <li>
          <Link to="/seller/orders" search={{ sales: writeOwnSales({ range: 'last30' }) }} className="muted inks tabular">
            {t('products.home.sales', { gross: money(sales.gross) })}
          </Link>
        </li>
      )}
    </ul>
  )
}
