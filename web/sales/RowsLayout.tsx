import type { ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import type { RowsName } from '#web/sales/figures.ts'
import type { To } from '#web/sales/rows-of.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

type Props = { figure: RowsName; all: To; about?: ReactNode; actions?: ReactNode; children: ReactNode }

/** The layout of the rows of a figure: the link back to all figures, and the figure's name. */
export function RowsLayout({ figure, all, about, actions, children }: Props) {
  return (
    <div className="shrinks">
      <BackLink {...all}>{t('sales.back')}</BackLink>
      <PageHeader
        title={t(`sales.rows.${figure}.title`)}
        lead={
          <>
            {t(`sales.rows.${figure}.text`)} {about}
          </>
        }
        actions={actions}
      />
      {children}
    </div>
  )
}
