import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCombobox } from 'downshift'
import { Fragment, useEffect, useState } from 'react'
import type { Me } from '#contract/users.ts'
import { limits } from '#domain/limits.ts'
import { type Action, type Asked, actionsFor, actionsOn, verbIn } from '#web/app/palette/actions.ts'
import { alsoCalled, type Destination, fits, pagesFor, searchesFor, viewsAmong } from '#web/app/palette/destinations.ts'
import { type Hit, hitsOf } from '#web/app/palette/hits.ts'
import { Option } from '#web/app/palette/Option.tsx'
import css from '#web/app/palette/Palette.module.css'
import type { TypedAhead } from '#web/app/palette/PaletteButton.tsx'
import { forget, recentOf, remember, thingAt } from '#web/app/palette/recent.ts'
import { useHits } from '#web/app/palette/use-hits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useHrefOf, useSavedViews } from '#web/saved-views/views.ts'
import { Button } from '#web/ui/Button.tsx'
import { CloseButton } from '#web/ui/CloseButton.tsx'
import { useModal } from '#web/ui/use-modal.ts'
import { useReactivate } from '#web/users/use-move-user.ts'

export type Choice = Destination | Hit | Action
/** Choices that belong together; those for a typed text have no label. */
type Group = { label?: string; choices: Choice[] }

type Props = {
  me: Me
  ask: (asked: Asked) => void
  toggleSidebar: () => void
  /** What was typed before the field was there. */
  typedAhead: { current: TypedAhead }
  onClose: () => void
}

const keyOf = (choice: Choice) => (choice.kind === 'view' ? choice.id : choice.href)

/** The command palette (product §9): opened by mod+K, filtered by typing, followed by Enter. */
export function Palette({ me, ask, toggleSidebar, typedAhead, onClose }: Props) {
  const dialog = useModal(true)
  const router = useRouter()
  const { reactivate } = useReactivate()
  const [typed, setTyped] = useState(() => typedAhead.current.text)
  // Identified by its key: later hits must not move the choice to another option.
  const [chosen, setChosen] = useState<string | null>(null)
  // Enter was pressed before the answer to the search came: the first option is followed then.
  const [isAwaited, setAwaited] = useState(false)
  const text = typed.trim()
  const verb = me.role === 'admin' ? verbIn(typed.trimStart()) : null
  const search = verb?.rest ?? text
  const found = useHits(me.role, search)
  const hits = verb ? found.hits.filter(({ kind }) => kind === 'person') : found.hits
  const recent = useRecent(me)
  const views = viewsAmong(useSavedViews(), useHrefOf())
  const acts = { ask, reactivate, toggleSidebar }
  const groups = text === '' ? groupsAtFirst() : [{ choices: choicesFor() }]
  const choices = groups.flatMap((group) => group.choices)
  const at = choices.findIndex((choice) => keyOf(choice) === chosen)
  const active = Math.max(0, at)

  function groupsAtFirst(): Group[] {
    const groups = [
      { label: t('palette.groups.recent'), choices: recent },
      { label: t('palette.groups.pages'), choices: pagesFor(me.role).filter(({ href }) => !recent.some((one) => one.href === href)) },
      { label: t('savedViews.label'), choices: views },
      { label: t('palette.groups.actions'), choices: actionsFor(me, acts) },
    ]
    return groups.filter((group) => group.choices.length > 0)
  }

  function choicesFor(): Choice[] {
    const ofPeople = hits.flatMap((hit) => (hit.kind === 'person' ? [actionsOn(me, hit.of, acts)] : []))
    if (verb) {
      const possible = ofPeople.flat().filter((action) => action.verb === verb.verb)
      return [...possible, ...hits, ...(search === '' ? [] : searchesFor(me.role, search, '/admin/user-management'))]
    }
    const pages = [...pagesFor(me.role), ...views]
    const actions = actionsFor(me, acts)
    return [
      ...pages.filter((page) => fits(page.text, text)),
      ...hits,
      ...(ofPeople[0] ?? []),
      ...actions.filter((action) => fits(action.text, text)),
      ...alsoCalled<Destination | Action>([...pages, ...actions], text),
      ...searchesFor(me.role, search),
    ]
  }

  function stateNow(): string | null {
    if (verb && search === '') return t('palette.typeName')
    const isNamed = choices.some(({ kind }) => kind === 'page' || kind === 'view' || kind === 'action')
    if (!found.isSearching && found.error === null) {
      if (verb && hits.length > 0 && !isNamed) return t(`palette.impossible.${verb.verb}`)
      // Nothing is missing where a page, a view or an action has that name.
      if (hits.length === 0 && isNamed) return null
    }
    return stateOf(me, search, { ...found, hits })
  }

  const retype = (value: string) => {
    setTyped(value)
    choose(null)
  }
  const choose = (key: string | null) => {
    setChosen(key)
    setAwaited(false)
  }
  const follow = (choice: Choice | null | undefined) => {
    if (!choice) return
    if (choice.kind === 'action' && choice.fill) return retype(choice.fill)
    onClose()
    if (choice.kind === 'action' && choice.run) return choice.run()
    if (choice.kind === 'page') remember(me.id, choice.href)
    void router.navigate({ href: choice.href })
  }
  const enter = () => {
    // What was chosen has vanished: the person did not mean the option in its place.
    if (chosen !== null && at < 0) return choose(null)
    const choice = choices[active]
    const isNamed = choice && ['page', 'view'].includes(choice.kind) && fits(choice.text, text)
    // While hits may still change, Enter follows at once only a page or view found by its name, or what was chosen.
    if (found.isSearching && chosen === null && !isNamed) return setAwaited(true)
    follow(choice)
  }
  // From now on the field hears all keys. `typedAhead` has those that came after the first rendering, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens
  useEffect(() => {
    const { text, enter } = typedAhead.current
    if (text !== typed) retype(text)
    if (enter) setAwaited(true)
  }, [])
  useEffect(() => {
    if (!isAwaited || found.isSearching) return
    setAwaited(false)
    const first = choices.find(({ kind }) => kind !== 'search')
    // The person has not seen this option: an action is followed only if it asks before it does anything.
    if (first?.kind !== 'action' || first.fill || first.asks) follow(first)
  })
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<Choice>({
    items: choices,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    highlightedIndex: choices.length === 0 ? -1 : active,
    itemToKey: (choice) => choice && keyOf(choice),
    itemToString: (choice) => choice?.text ?? '',
    onHighlightedIndexChange: ({ highlightedIndex }) => {
      const choice = choices[highlightedIndex]
      if (choice) choose(keyOf(choice))
    },
    onSelectedItemChange: ({ type, selectedItem }) => (type === useCombobox.stateChangeTypes.ItemClick ? follow(selectedItem) : enter()),
    // Leaving the field opens nothing.
    stateReducer: (state, { type, changes }) => (type === useCombobox.stateChangeTypes.InputBlur ? state : changes),
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className={`${css.palette} raised card`}
      aria-label={t('common.search')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={`${css.inside} column`}>
        <input
          {...getInputProps({
            'aria-label': t('common.search'),
            placeholder: t(`palette.placeholder.${me.role}`),
            maxLength: limits.text.searchMax,
            onChange: ({ currentTarget }) => retype(currentTarget.value),
            // Escape closes the dialog.
            onKeyDown: ({ key, nativeEvent }) => {
              if (key === 'Escape' || nativeEvent.isComposing) Object.assign(nativeEvent, { preventDownshiftDefault: true })
              // Without an option it selects nothing.
              else if (key === 'Enter' && choices.length === 0) enter()
            },
          })}
          className={`${css.input} pale-hint no-ring`}
        />
        <span className={css.close}>
          <CloseButton onClick={onClose} />
        </span>
        <div {...getMenuProps({ 'aria-label': t('palette.places'), 'aria-busy': found.isSearching })} className={css.list}>
          {groups.map(({ label, choices: own }) => {
            const before = choices.indexOf(own[0] as Choice)
            const options = own.map((choice, at) => (
              <div key={keyOf(choice)} {...getItemProps({ item: choice, index: before + at })} className={`${css.option} option`}>
                <Option choice={choice} />
              </div>
            ))
            if (!label) return <Fragment key="">{options}</Fragment>
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a list of options
              <div key={label} role="group" aria-label={label}>
                <div className={`${css.label} aside`} aria-hidden>
                  {label}
                </div>
                {options}
              </div>
            )
          })}
        </div>
        <div className={`${css.foot} row center aside between`}>
          <p role="status">{stateNow()}</p>
          {found.error !== null && <Button onClick={found.again}>{t('common.retry')}</Button>}
        </div>
      </div>
    </dialog>
  )
}

/** The state of the search in a sentence. */
function stateOf({ role }: Me, search: string, { isSearching, error, hits, hasMore }: ReturnType<typeof useHits>): string | null {
  if (search === '') return null
  if (isSearching) return t('palette.searching')
  if (error !== null) return problemOf(error).message
  if (hits.length === 0) return t(`palette.nothing.${role}`, { search })
  return t(hasMore ? 'palette.foundMore' : 'palette.found', { count: hits.length })
}

/** What this person opened last, under its present name: pages at once, everything else once the server has named it. */
function useRecent({ id, role }: Me): Choice[] {
  const router = useRouter()
  const [hrefs] = useState(() => {
    const here = router.state.location.pathname
    const shown = recentOf(id).filter((href) => href !== (thingAt(role, here)?.href ?? here))
    return shown.slice(0, limits.palette.recentMax)
  })
  const ids = hrefs.flatMap((href) => thingAt(role, href)?.id ?? [])
  const { data } = useQuery({
    queryKey: ['palette', 'recent', role],
    queryFn: async ({ signal }) => {
      const found = hitsOf(role, await client.search.named({ ids }, { signal }))
      forget(
        id,
        hrefs.filter((href) => thingAt(role, href) && !found.some((hit) => hit.href === href)),
      )
      return found
    },
    enabled: ids.length > 0,
    // Always asked again; the former answer is shown meanwhile.
    staleTime: 0,
    retry: false,
  })
  const all: Choice[] = [...pagesFor(role), ...(data ?? [])]
  return hrefs.flatMap((href) => all.find((choice) => choice.href === href) ?? [])
}
