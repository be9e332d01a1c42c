import { paths, routes, type TitledPath } from '#domain/routes.ts'
import type { SavedView } from '#domain/saved-view.ts'
import type { Role } from '#domain/user.ts'
import { titleOf } from '#web/app/layout/navigation.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { sectionsShown, toSection } from '#web/settings/settings-search.ts'

/** An address and its name: a page, a saved view, or a list searched for what was typed. */
export type Destination = { kind: 'page' | 'search'; href: string; text: string; words?: string } | ViewDestination
/** Two views of one list may have the same address, so a view is known by its id. */
type ViewDestination = { kind: 'view'; id: string; href: string; text: string; words?: string }

const isTitled = (path: string): path is TitledPath => 'title' in routes[path as keyof typeof routes]

/** Every page of the table that always has the same title, those of the role first, and the sections of the settings. An admin's own chat is not among them. */
export function pagesFor(role: Role): Destination[] {
  const own = (audience: string) => paths.filter(isTitled).filter((path) => routes[path].for === audience)
  const shown = [...own(role), ...own('member').filter((path) => role !== 'admin' || path !== '/chat')]
  const pages = shown.map((path) => ({
    kind: 'page' as const,
    href: path,
    text: titleOf(path),
    words: t(`palette.words.pages.${routes[path].title}`),
  }))
  return [...pages, ...(role === 'admin' ? sections : [])]
}

/** The sections of the settings but the first, which is what the page opens with. */
const furtherSections = sectionsShown.filter((section) => section !== 'marketplace')
const sections: Destination[] = furtherSections.map((section) => ({
  kind: 'page',
  href: `/admin/settings${stringifySearch(toSection(section))}`,
  text: t('palette.view', { list: titleOf('/admin/settings'), name: t(`settings.section.${section}`) }),
  words: t(`palette.words.settings.${section}`),
}))

/** The saved views, by the names of their lists and their own. */
export const viewsAmong = (views: readonly SavedView[], hrefOf: (view: SavedView) => string): Destination[] =>
  views.map((view) => ({
    kind: 'view',
    id: view.id,
    href: hrefOf(view),
    text: t('palette.view', { list: titleOf(view.list), name: view.name }),
  }))

/** True if a word of the name begins with the typed text. */
export const fits = (name: string, typed: string): boolean => ` ${name.toLocaleLowerCase()}`.includes(` ${typed.toLocaleLowerCase()}`)

/** The shortest text that is compared with other words for pages and actions: fewer letters would find too many. */
const wordsFrom = 3

/** Those that another word for them finds, but not their name. */
export const alsoCalled = <Named extends { text: string; words?: string }>(all: readonly Named[], typed: string): Named[] =>
  typed.length < wordsFrom ? [] : all.filter(({ text, words }) => words !== undefined && !fits(text, typed) && fits(words, typed))

type ListSearch = { href: string; text: (search: string) => string }

const searches: Record<Role, ListSearch[]> = {
  admin: [
    { href: '/admin/products', text: (search) => t('palette.findProducts', { search }) },
    { href: '/admin/user-management', text: (search) => t('palette.findPeople', { search }) },
    { href: '/admin/orders', text: (search) => t('palette.findOrders', { search }) },
    { href: '/admin/chats', text: (search) => t('palette.findChats', { search }) },
    { href: '/admin/history', text: (search) => t('palette.findHistory', { search }) },
  ],
  seller: [
    { href: '/seller/products', text: (search) => t('palette.findProducts', { search }) },
    { href: '/seller/orders', text: (search) => t('palette.findOrders', { search }) },
  ],
}

/** Searches of whole lists; `of`: the address of the only one that is meant. */
export const searchesFor = (role: Role, search: string, of?: string): Destination[] =>
  searches[role]
    .filter(({ href }) => of === undefined || href === of)
    .map(({ href, text }) => ({ kind: 'search', href: `${href}${stringifySearch({ search })}`, text: text(search) }))
