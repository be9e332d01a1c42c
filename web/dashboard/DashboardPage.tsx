import css from '#web/dashboard/DashboardPage.module.css'
import { FirstSteps } from '#web/dashboard/FirstSteps.tsx'
import { LongestWaiting } from '#web/dashboard/LongestWaiting.tsx'
import { Recent } from '#web/dashboard/Recent.tsx'
import { RecentSales } from '#web/dashboard/RecentSales.tsx'
import { Today } from '#web/dashboard/Today.tsx'
import { Waits } from '#web/dashboard/Waits.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { SignUps } from '#web/sales/SignUps.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** `/admin/dashboard` (spec §2): what waits, how today goes, and what happened last, as it happens. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={t('dashboard.title')} lead={t('dashboard.lead')} />
      <div className={css.page}>
        <FirstSteps />
        <Waits />
        <Today />
        <div className={css.columns}>
          <div className={css.column}>
            <RecentSales />
            <SignUps />
          </div>
          <div className={css.column}>
            <LongestWaiting />
            <Recent />
          </div>
        </div>
      </div>
    </>
  )
}
