import { useNavigate, useSearch } from '@tanstack/react-router'
import { withDays } from '#domain/day-presets.ts'
import { HistoryList } from '#web/history/HistoryList.tsx'
import { HistoryToolbar } from '#web/history/HistoryToolbar.tsx'
import type { HistorySearch } from '#web/history/history-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { usePagedQuery, usePages } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import IconHistory from '#web/ui/icons/IconHistory.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/admin/history`: all events, newest first (product §6). */
export function HistoryPage() {
  const { pages = 1, ...search } = useSearch({ from: '/layout/admin/history' })
  const navigate = useNavigate()
  const filters = withDays(search, useToday())
  const list = usePagedQuery(rpc.history.list, filters)
  const rows = usePages(list, pages)
  const go = (to: HistorySearch) => void navigate({ to: '/admin/history', search: to, replace: true, resetScroll: false })
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <PageHeader
        title={t('titles.history')}
        lead={t('history.lead')}
        actions={<ExportLink href={`/api/history/export.csv${stringifySearch(filters)}`} />}
      />
      <HistoryToolbar search={search} change={go} />
      <Panel flush>
        {list.data?.pages[0]?.isPartial && (
          <div className="panel-tools">
            <Note tone="warn">{t('history.partial')}</Note>
          </div>
        )}
        <PagedRows
          list={list}
          rows={rows}
          empty={{ filtered, clear: () => go({}), icon: IconHistory, title: t('history.emptyTitle'), text: t('history.emptyText') }}
          more={(shown) => go({ ...search, pages: shown })}
        >
          {(entries) => <HistoryList entries={entries} />}
        </PagedRows>
      </Panel>
    </>
  )
}
