import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { usePages } from '#web/app/use-pages.ts'
import { HistoryList } from '#web/history/HistoryList.tsx'
import css from '#web/history/HistoryPage.module.css'
import { type HistorySearch, historyTypes, readHistorySearch } from '#web/history/history-search.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

const types = Object.keys(historyTypes) as (keyof typeof historyTypes)[]
const options = [{ value: '', label: t('history.allTypes') }, ...types.map((value) => ({ value, label: t(`history.types.${value}`) }))]

/** `/admin/history`: everything that happened, newest first (product §6). */
export function HistoryPage() {
  const { type, pages = 1 } = useSearch({ from: '/frame/admin/history' })
  const navigate = useNavigate()
  const list = useInfiniteQuery(
    rpc.history.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ type, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  const rows = usePages(list, pages)
  const go = (search: HistorySearch) => void navigate({ to: '/admin/history', search, replace: true, resetScroll: false })
  const more = () => go({ type, pages: (list.data?.pages.length ?? 1) + 1 })
  return (
    <>
      <PageHeader title={t('history.title')} lead={t('history.lead')} />
      <div className={css.tools}>
        <Select
          label={t('history.type')}
          options={options}
          value={type ?? ''}
          onChange={({ target }) => go(readHistorySearch({ type: target.value }))}
        />
      </div>
      <Panel flush>
        <DataState query={{ ...list, data: rows }}>
          {(entries) => (entries.length > 0 ? <HistoryList entries={entries} /> : <Nothing filtered={!!type} showAll={() => go({})} />)}
        </DataState>
        <More list={list} onMore={more} />
      </Panel>
    </>
  )
}

function Nothing({ filtered, showAll }: { filtered: boolean; showAll: () => void }) {
  if (!filtered) return <EmptyState icon={<IconHistory size={22} />} title={t('history.emptyTitle')} text={t('history.emptyText')} />
  return (
    <EmptyState
      icon={<IconHistory size={22} />}
      title={t('history.noneTitle')}
      text={t('history.noneText')}
      action={<Button onClick={showAll}>{t('history.showAll')}</Button>}
    />
  )
}
