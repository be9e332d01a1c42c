import { useState } from 'react'
import { paths, routes } from '#domain/routes.ts'
import { InternalLink, opensHere } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { type Asked, SavedViewDialog } from '#web/saved-views/SavedViewDialog.tsx'
import css from '#web/saved-views/SavedViewsDialog.module.css'
import { useViewActions } from '#web/saved-views/use-edit-view.ts'
import { useHrefOf, useSavedViews } from '#web/saved-views/views.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Tag } from '#web/ui/Tag.tsx'

/** All saved views of the signed-in person, by list, with what can be done with each. */
export function SavedViewsDialog({ onClose }: { onClose: () => void }) {
  const views = useSavedViews()
  const byList = Map.groupBy(views, ({ list }) => list)
  const lists = [...byList].sort(([one], [other]) => paths.indexOf(one) - paths.indexOf(other))
  const hrefOf = useHrefOf()
  const [asked, ask] = useState<Asked | null>(null)
  const actionsOn = useViewActions(ask)
  return (
    <Dialog title={t('savedViews.all')} onClose={onClose} dismiss="close">
      {views.length === 0 && <p className="muted">{t('savedViews.none')}</p>}
      {lists.map(([list, ofList]) => (
        <section key={list} className={css.list}>
          <h3 className="aside">{t(`titles.${routes[list].title}`)}</h3>
          <ul className="list ruled">
            {ofList.map((view) => (
              <li key={view.id} className="line">
                <span className="line grow">
                  <InternalLink href={hrefOf(view)} className="breaks" onClick={(event) => opensHere(event) && onClose()}>
                    <bdi>{view.name}</bdi>
                  </InternalLink>
                  {view.shared && <Tag>{t(view.isOwn ? 'savedViews.sharedByYou' : 'savedViews.shared')}</Tag>}
                </span>
                <Menu label={t('savedViews.actions', { name: view.name })} items={actionsOn(view)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {asked && <SavedViewDialog asked={asked} onClose={() => ask(null)} />}
    </Dialog>
  )
}
