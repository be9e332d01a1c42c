import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import type { User } from '#domain/user.ts'
import { DataState } from '#web/app/DataState.tsx'
import { problemOf } from '#web/app/problem.ts'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/product-record/AssignDialog.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = { product: Product; open: boolean; onClose: () => void }

/** Asks to whom a product shall belong that belongs to nobody, and gives it to him. */
export default function AssignDialog({ product: { id, title }, open, onClose }: Props) {
  const [seller, setSeller] = useState<Pick<User, 'id' | 'name'> | null>(null)
  const assign = useAssign(id, onClose)
  const whyId = useId()
  return (
    <Dialog
      title={t('productRecord.assign.title')}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('productRecord.assign.cancel')}</Button>
          <span className={css.confirm}>
            <Button
              look="primary"
              busy={assign.isPending}
              aria-disabled={seller === null || undefined}
              aria-describedby={seller === null ? whyId : undefined}
              onClick={() => seller && assign.send(seller)}
            >
              {t('productRecord.assign.confirm')}
            </Button>
          </span>
        </>
      }
    >
      <div className={css.form}>
        <p>{t('productRecord.assign.text', { title })}</p>
        <Sellers chosen={seller?.id ?? ''} onChoose={setSeller} />
        {assign.problem && <Note tone="bad">{assign.problem}</Note>}
        <p id={whyId} className={css.why}>
          {seller ? t('productRecord.assign.chosen', { name: seller.name }) : t('productRecord.assign.choose')}
        </p>
      </div>
    </Dialog>
  )
}

/** The active sellers that a search finds, the newest first. */
function Sellers({ chosen, onChoose }: { chosen: string; onChoose: (seller: User) => void }) {
  const [search, setSearch] = useState('')
  const found = useQuery(
    rpc.users.list.queryOptions({
      input: { ...(search && { search }), role: 'seller', status: 'active', limit: limits.page.sizeMax },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <SearchBox
        label={t('productRecord.assign.search')}
        placeholder={t('productRecord.assign.searchPlaceholder')}
        value={search}
        maxLength={limits.text.searchMax}
        onSearch={setSearch}
      />
      <DataState query={found}>
        {({ rows: sellers }) => {
          if (sellers.length === 0)
            return <EmptyState title={t('productRecord.assign.noneTitle')} text={t('productRecord.assign.noneText')} />
          return (
            <div className={css.list}>
              <Choice
                legend={t('productRecord.assign.sellers')}
                name="seller"
                value={chosen}
                options={sellers.map(({ id, name, email }) => ({ value: id, label: name, text: email }))}
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

function useAssign(id: string, onDone: () => void) {
  const queries = useQueryClient()
  // Not the mutation's own state: that is known only after the next drawing, and a double click is faster.
  const sent = useRef(false)
  const assign = useMutation(
    rpc.products.assign.mutationOptions({
      onSuccess: (fresh) => {
        queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
        toast(t('productRecord.assign.done', { title: fresh.title, name: fresh.sellerName ?? '' }))
        onDone()
      },
      onSettled: () => {
        sent.current = false
        void queries.invalidateQueries({ queryKey: rpc.products.key() })
      },
    }),
  )
  const send = (seller: Pick<User, 'id'>) => {
    if (sent.current) return
    sent.current = true
    assign.mutate({ id, seller_id: seller.id })
  }
  return { send, isPending: assign.isPending, problem: assign.error && problemOf(assign.error).message }
}
