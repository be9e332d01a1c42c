import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { SetupSteps } from '#web/ui/SetupSteps.tsx'

const steps: { name: 'name' | 'sellers' | 'storefront'; link: Pick<LinkProps, 'to' | 'search'> }[] = [
  { name: 'name', link: { to: '/admin/settings' } },
  { name: 'sellers', link: { to: '/admin/user-management' } },
  { name: 'storefront', link: { to: '/admin/settings', search: { section: 'apiKeys' } } },
]

/** The first steps in a new marketplace, each ticked off once it is done; gone when all are. */
export function FirstSteps() {
  const { data } = useQuery(rpc.settings.firstSteps.queryOptions())
  const left = data && steps.filter(({ name }) => !data[name]).length
  if (!left) return null
  return (
    <SetupSteps
      title={t('dashboard.first.title')}
      lead={t('dashboard.first.text')}
      progress={t('dashboard.first.done', { count: steps.length - left, of: steps.length })}
      doneWord={t('dashboard.first.doneWord')}
      steps={steps.map(({ name, link }) => ({
        name,
        done: data[name],
        link: (
          <Link {...link} className={data[name] ? 'muted inks' : 'strong'}>
            {t(`dashboard.first.${name}`)}
          </Link>
        ),
        text: t(`dashboard.first.${name}Text`),
      }))}
    />
  )
}
