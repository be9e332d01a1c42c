import type { ComponentProps, ReactNode } from 'react'
import type { whyNotRange } from '#domain/sales-ranges.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { RowsName } from '#web/sales/rows-names.ts'
import type { To } from '#web/sales/rows-of.ts'
import { SalesToolbar } from '#web/sales/SalesToolbar.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

type Props = ComponentProps<typeof SalesToolbar> & {
  figure: RowsName
  all: To
  about: ReactNode
  actions: ReactNode
  problem: ReturnType<typeof whyNotRange>
  children: ReactNode
}

/** The layout of the rows of a figure: the link back to all figures, the figure's name, and the choice of days. */
export function RowsLayout({ figure, all, about, actions, problem, children, ...toolbar }: Props) {
  return (
    <div className="shrinks">
      <BackLink {...all}>{t('sales.back')}</BackLink>
      <PageHeader
        title={t(`sales.figures.${figure}`)}
        lead={
          <>
            {t(`sales.rows.${figure}`)} {about}
          </>
        }
        actions={actions}
      />
      <SalesToolbar {...toolbar} />
      {problem ? <Note tone="bad">{problem.message}</Note> : children}
    </div>
  )
}
