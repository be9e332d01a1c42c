import { useState } from 'react'
import { type ListPath, routes } from '#domain/routes.ts'
import type { SavedView } from '#domain/saved-view.ts'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/saved-views/SavedViewLinks.module.css'
import { useHrefOf, useReadState, useSavedViews, useShownState } from '#web/saved-views/views.ts'
import IconUsers from '#web/ui/icons/IconUsers.tsx'

/** Views of one list that are shown at first. */
const shownFirst = 5

/** The saved views of a list, below its link in the sidebar. Of many, all but the first and the one on screen are folded. */
export function SavedViewLinks({ list }: { list: ListPath }) {
  const views = useSavedViews().filter((view) => view.list === list)
  const read = useReadState()
  const hrefOf = useHrefOf()
  const shownState = useShownState(list)
  const [all, showAll] = useState(false)
  if (views.length === 0) return null
  const isShown = (query: string) => shownState === read(list, query)
  const foldable = views.length <= shownFirst + 1 ? [] : views.filter(({ query }, at) => at >= shownFirst && !isShown(query))
  const folded = all ? [] : foldable
  return (
    <ul aria-label={t('savedViews.of', { list: t(`titles.${routes[list].title}`) })} className={`${css.views} list`}>
      {views
        .filter((view) => !folded.includes(view))
        .map((view) => (
          <li key={view.id}>
            <InternalLink
              href={hrefOf(view)}
              aria-current={isShown(view.query) ? 'page' : undefined}
              title={view.name}
              className={`${css.link} aside line hovers option plain-link`}
            >
              <ViewName view={view} />
            </InternalLink>
          </li>
        ))}
      {foldable.length > 0 && (
        <li>
          <button type="button" aria-expanded={all} className={`${css.link} aside full line hovers`} onClick={() => showAll(!all)}>
            {all ? t('savedViews.fewer') : t('savedViews.further', { count: folded.length })}
          </button>
        </li>
      )}
    </ul>
  )
}

/** The name of a view, on one line, and whether it is shared. */
export function ViewName({ view: { name, shared } }: { view: Pick<SavedView, 'name' | 'shared'> }) {
  return (
    <span className="line shrinks">
      <bdi className="ellipsis">{name}</bdi>
      {shared && (
        <>
          <IconUsers size={14} />
          <span className="visually-hidden">{t('savedViews.sharedMark')}</span>
        </>
      )}
    </span>
  )
}
