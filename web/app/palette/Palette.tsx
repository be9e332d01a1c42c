import { useRouter } from '@tanstack/react-router'
import { useCombobox } from 'downshift'
import { useEffect, useState } from 'react'
import type { Role } from '#domain/user.ts'
import { type Destination, destinationsFor } from '#web/app/palette/destinations.ts'
import { type Hit, searchFrom } from '#web/app/palette/find-hits.ts'
import css from '#web/app/palette/Palette.module.css'
import { useHits } from '#web/app/palette/use-hits.ts'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar } from '#web/platform/Person.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useModal } from '#web/ui/use-modal.ts'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'

type Props = { role: Role; onClose: () => void }

/** The command palette (product §9): opened by mod+K, filtered by typing, followed by Enter. */
export function Palette({ role, onClose }: Props) {
  const dialog = useModal(true)
  const router = useRouter()
  const [typed, setTyped] = useState('')
  // Identified by its address: later hits must not move the choice to another option.
  const [chosen, setChosen] = useState<string | null>(null)
  // Enter came before the answer: it will open the first hit.
  const [isAwaited, setAwaited] = useState(false)
  const found = useHits(role, typed)
  const places = destinationsFor(role, typed, found.more)
  const options: (Destination | Hit)[] = [...places.filter((to) => !to.isSearch), ...found.hits, ...places.filter((to) => to.isSearch)]
  const active = Math.max(
    0,
    options.findIndex(({ href }) => href === chosen),
  )
  const choose = (href: string | null) => {
    setChosen(href)
    setAwaited(false)
  }
  const go = (to: Destination | null | undefined) => {
    if (!to) return
    onClose()
    void router.navigate({ href: to.href })
  }
  // Enter opens a search of a list only if it was chosen, while hits may still come before it.
  const enter = () => (found.isSearching && chosen === null && options[active]?.isSearch ? setAwaited(true) : go(options[active]))
  useEffect(() => {
    if (!isAwaited || found.isSearching) return
    setAwaited(false)
    go(found.hits[0])
  })
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<Destination | Hit>({
    items: options,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    highlightedIndex: options.length === 0 ? -1 : active,
    itemToKey: (to) => to?.href,
    itemToString: (to) => to?.text ?? '',
    onHighlightedIndexChange: ({ highlightedIndex }) => highlightedIndex >= 0 && choose(options[highlightedIndex]?.href ?? null),
    onSelectedItemChange: ({ type, selectedItem }) => (type === useCombobox.stateChangeTypes.ItemClick ? go(selectedItem) : enter()),
    // Leaving the field opens nothing.
    stateReducer: (state, { type, changes }) => (type === useCombobox.stateChangeTypes.InputBlur ? state : changes),
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className={`${css.palette} card`}
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={`${css.inside} column`}>
        <input
          {...getInputProps({
            'aria-label': t('palette.title'),
            placeholder: t(`palette.placeholder.${role}`),
            onChange: ({ currentTarget }) => {
              setTyped(currentTarget.value)
              choose(null)
            },
            // Escape closes the dialog.
            onKeyDown: ({ key, nativeEvent }) =>
              (key === 'Escape' || nativeEvent.isComposing) && Object.assign(nativeEvent, { preventDownshiftDefault: true }),
          })}
          className={`${css.input} pale-hint no-ring`}
        />
        <div {...getMenuProps({ 'aria-label': t('palette.places'), 'aria-busy': found.isSearching })} className={css.list}>
          {options.map((to, index) => (
            <div key={to.href} {...getItemProps({ item: to, index })} className={`${css.option} option`}>
              {'kind' in to ? <HitOption hit={to} /> : to.text}
            </div>
          ))}
        </div>
        <div className={css.foot}>
          <p role="status">{stateOf(role, typed.trim(), found)}</p>
          {found.error !== null && <Button onClick={found.again}>{t('common.retry')}</Button>}
        </div>
      </div>
    </dialog>
  )
}

/** The state of the search in a sentence. */
function stateOf(role: Role, search: string, { isAsked, isSearching, error, hits, hasMore }: ReturnType<typeof useHits>): string | null {
  if (search === '') return null
  if (!isAsked) return t(`palette.typeMore.${role}`, { count: searchFrom })
  if (isSearching) return t('palette.searching')
  if (error !== null) return problemOf(error).message
  if (hits.length === 0) return t(`palette.nothing.${role}`, { search })
  return t(hasMore ? 'palette.foundMore' : 'palette.found', { count: hits.length })
}

/** An option for a hit: title or name, kind, owner and status. */
function HitOption({ hit }: { hit: Hit }) {
  return (
    <div className="line gap-12">
      {hit.kind === 'product' && <Cover image={hit.of.images[0]} size={36} />}
      {hit.kind === 'person' && <Avatar name={hit.of.name} picture={hit.of.avatar} size={36} />}
      <div className="grow">
        <div dir="auto">{hit.text}</div>
        <div className="aside" dir="auto">
          {[t(`palette.kinds.${hit.kind}`), hit.about].filter(Boolean).join(' · ')}
        </div>
      </div>
      {hit.kind === 'product' && <StatusTag status={hit.of.status} />}
      {hit.kind === 'person' && <UserStatusTag status={hit.of.status} />}
      {hit.kind === 'order' && <PaymentTag order={hit.of} />}
    </div>
  )
}
