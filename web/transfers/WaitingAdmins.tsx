import { Link } from '@tanstack/react-router'
import type { WaitingAdmin } from '#domain/transfer.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Day } from '#web/ui/Time.tsx'

/** People who were admins in the former product. The page of each has the move that makes them one here. */
export function WaitingAdmins({ people }: { people: readonly WaitingAdmin[] }) {
  return (
    <Panel title={t('transfers.admins.title')} lead={t('transfers.admins.text')} flush>
      <RowsTable
        className="breaks"
        rows={people}
        columns={[
          {
            label: t('transfers.admins.name'),
            className: 'wide-cell strong',
            bare: true,
            cell: ({ id, name }) => (
              <Link to="/admin/users/$id" params={{ id }} className="opens-row">
                {name}
              </Link>
            ),
          },
          { label: t('transfers.admins.email'), className: 'wide-cell', cell: ({ email }) => email },
          { label: t('transfers.admins.since'), cell: ({ createdAt }) => <Day at={createdAt} /> },
        ]}
      />
    </Panel>
  )
}
