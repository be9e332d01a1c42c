import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { daysOf } from '#domain/sales-presets.ts'
import css from '#web/dashboard/FirstSteps.module.css'
import { useWaiting } from '#web/dashboard/use-waiting.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useToday } from '#web/sales/use-today.ts'
import { Panel } from '#web/ui/Panel.tsx'

const steps: { name: 'name' | 'sellers' | 'storefront'; link: Pick<LinkProps, 'to' | 'search'> }[] = [
  { name: 'name', link: { to: '/admin/settings' } },
  { name: 'sellers', link: { to: '/admin/user-management' } },
  { name: 'storefront', link: { to: '/admin/settings', search: { section: 'apiKeys' } } },
]

/** The first steps in a new marketplace; disappears by itself. */
export function FirstSteps() {
  if (!useIsFresh()) return null
  return (
    <Panel title={t('dashboard.first.title')}>
      <p className="muted measure">{t('dashboard.first.text')}</p>
      <ol className={`${css.steps} list`}>
        {steps.map(({ name, link }) => (
          <li key={name}>
            <Link {...link} className="strong">
              {t(`dashboard.first.${name}`)}
            </Link>
            <p className="muted measure">{t(`dashboard.first.${name}Text`)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** True while the first admin is the only person, nothing waits, and there were no recent orders. */
function useIsFresh(): boolean {
  const waiting = useWaiting()
  const days = daysOf({ range: 'last30' }, useToday())
  const { data: people } = useQuery(rpc.sales.signUps.queryOptions())
  const { data: sold } = useQuery(rpc.sales.figures.queryOptions({ input: { ...days, step: 'day' } }))
  const nothingWaits = Object.values(waiting).every((count) => count === 0)
  return nothingWaits && people !== undefined && people.total <= 1 && sold !== undefined && sold.totals.linesPlaced === 0
}
