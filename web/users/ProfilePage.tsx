import { useSyncExternalStore } from 'react'
import { chooseTheme, theme, themes } from '#web/app/theme.ts'
import { useMarketplace, useMe } from '#web/app/use-me.ts'
import { t } from '#web/messages/messages.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Day } from '#web/ui/Time.tsx'
import css from '#web/users/ProfilePage.module.css'

/** `/profile` (spec §2): who one is here. */
export function ProfilePage() {
  const me = useMe()
  const { marketplaceName } = useMarketplace()
  return (
    <div className={css.page}>
      <PageHeader title={t('users.profile.title')} lead={t('users.profile.lead', { name: marketplaceName })} />
      <Panel title={t('users.profile.account')}>
        <Facts
          facts={[
            [t('users.profile.name'), me.name],
            [t('users.profile.email'), me.email],
            [t('users.profile.role'), <Role key="role" role={me.role} isSupport={me.isSupport} />],
            [t('users.profile.since'), <Day key="since" at={me.createdAt} />],
          ]}
        />
      </Panel>
      <Panel title={t('users.profile.appearance')}>
        <Theme />
      </Panel>
      <Panel title={t('users.profile.laterTitle')}>
        <p className={css.later}>{t('users.profile.laterText')}</p>
      </Panel>
    </div>
  )
}

function Role({ role, isSupport }: { role: 'seller' | 'admin'; isSupport: boolean }) {
  return (
    <span className={css.role}>
      {t(`users.role.${role}`)}
      {isSupport && <Tag tone="blue">{t('users.support')}</Tag>}
    </span>
  )
}

function Theme() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.read)
  const options = themes.map((value) => ({ value, label: t(`frame.theme.${value}`) }))
  return <Choice legend={t('users.profile.theme')} name="theme" value={chosen} options={options} onChoose={chooseTheme} />
}
