import { type ListPath, routes } from '#domain/routes.ts'
import type { SavedView } from '#domain/saved-view.ts'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/saved-views/SavedViewLinks.module.css'
import { useHrefOf, useReadState, useSavedViews, useShownState } from '#web/saved-views/views.ts'

/** The saved views of a list, below its link in the sidebar. */
export function SavedViewLinks({ list }: { list: ListPath }) {
  const views = useSavedViews().filter((view) => view.list === list)
  if (views.length === 0) return null
  return (
    <ul aria-label={t('savedViews.of', { list: t(`titles.${routes[list].title}`) })} className={`${css.views} list`}>
      {views.map((view) => (
        <li key={view.id}>
          <SavedViewLink view={view} />
        </li>
      ))}
    </ul>
  )
}

function SavedViewLink({ view }: { view: SavedView }) {
  const { list, name, query, shared } = view
  const isShown = useShownState(list) === useReadState()(list, query)
  return (
    <InternalLink
      href={useHrefOf()(view)}
      aria-current={isShown ? 'page' : undefined}
      title={shared ? t('savedViews.sharedTitle', { name }) : name}
      className={`${css.link} hovers option plain-link block ellipsis`}
    >
      <bdi>{name}</bdi>
    </InternalLink>
  )
}
