import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import type { RowsName } from '#web/sales/figures.ts'
import type { To } from '#web/sales/rows-of.ts'
import back from '#web/ui/back.module.css'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

type Props = { figure: RowsName; all: To; about?: ReactNode; actions?: ReactNode; children: ReactNode }

/** The layout of the rows of a figure: the link back to all figures, and the figure's name. */
export function RowsLayout({ figure, all, about, actions, children }: Props) {
  return (
    <div className="shrinks">
      <Link {...all} className={`${back.back} center aside inks not-printed`}>
        <IconArrowLeft size={16} />
        {t('sales.back')}
      </Link>
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
