import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRow } from '#contract/users.ts'
import { limits } from '#domain/limits.ts'
import { shopAndName } from '#domain/person-names.ts'
import type { UserStatus } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { SearchFilter } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/ChooseSeller.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

type Props = {
  legend: string
  /** Shown where no seller is found. */
  none: { title: string; text: string }
  /** Only sellers of this status. */
  status?: UserStatus
  /** The id of the current seller. */
  except?: string | undefined
  chosen: string
  onChoose: (seller: UserRow) => void
}

/** The browser focuses the search as it opens the dialog, so that a person can type at once. */
const focusFirst = (place: HTMLElement | null) => place?.querySelector('input')?.setAttribute('autofocus', '')

/** Chooses one of the sellers that a search finds, newest first. */
export function ChooseSeller({ legend, none, status, except, chosen, onChoose }: Props) {
  const [search, setSearch] = useState<string>()
  const found = useQuery(
    rpc.users.list.queryOptions({
      input: { ...(search && { search }), ...(status && { status }), role: 'seller', limit: limits.page.sizeMax },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <div className="whole" ref={focusFirst}>
        <SearchFilter label={t('users.choose.search')} hint={t('users.searchPlaceholder')} value={search} onSearch={setSearch} />
      </div>
      <DataState query={found}>
        {({ rows }) => {
          const sellers = rows.filter(({ id }) => id !== except)
          if (sellers.length === 0) return <EmptyState {...none} />
          return (
            <div className={css.list}>
              <Choice
                legend={legend}
                name="seller"
                value={chosen}
                options={sellers.map((seller) => ({ value: seller.id, label: shopAndName(seller), text: seller.email }))}
                onChoose={(id) => {
                  const seller = sellers.find((one) => one.id === id)
                  if (seller) onChoose(seller)
                }}
              />
            </div>
          )
        }}
      </DataState>
    </>
  )
}
