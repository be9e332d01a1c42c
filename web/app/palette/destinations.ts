import type { ProductStatus } from '#domain/product.ts'
import { productStatuses } from '#domain/product-rules.ts'
import type { Role } from '#domain/user.ts'
import { navigation, titleOf } from '#web/app/layout/navigation.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { stringifySearch } from '#web/platform/search-params.ts'

/** An address and its name. `isSearch`: a whole list, searched for what was typed. */
export type Destination = { href: string; text: string; isSearch?: true }

const others = {
  admin: [{ to: '/notifications' }],
  seller: [{ to: '/seller/products/add' }, { to: '/notifications' }],
} as const

const pages = (role: Role): Destination[] => [
  ...[...navigation[role].flat(), ...others[role]].map(({ to }) => ({ href: to, text: titleOf(to) })),
  { href: '/logout', text: t('layout.signOut') },
]

type ListSearch = { href: string; status?: ProductStatus; text: (search: string) => string }

const searches: Record<Role, ListSearch[]> = {
  admin: [
    ...productStatuses.map((status) => ({
      href: '/admin/product-approval',
      status,
      text: (search: string) => t(`palette.findOfStatus.${status}`, { search }),
    })),
    { href: '/admin/user-management', text: (search) => t('palette.findPeople', { search }) },
    { href: '/admin/orders', text: (search) => t('palette.findOrders', { search }) },
  ],
  seller: [
    { href: '/seller/products', text: (search) => t('palette.findProducts', { search }) },
    { href: '/seller/orders', text: (search) => t('palette.findOrders', { search }) },
  ],
}

/**
 * Pages whose name has a word that starts with the typed text, then searches for it. The queue shows one status at a time: a search of it
 * for pending products is always offered, and one for each status of `more`, which has more of them than are shown.
 */
export function destinationsFor(role: Role, typed: string, more: readonly ProductStatus[] = []): Destination[] {
  const needle = typed.trim().toLocaleLowerCase()
  const fits = ({ text }: Destination) => ` ${text.toLocaleLowerCase()}`.includes(` ${needle}`)
  const found = pages(role).filter(fits)
  if (needle === '') return found
  const search = typed.trim()
  const isOffered = ({ status = 'pending' }: ListSearch) => status === 'pending' || more.includes(status)
  const searchIn = ({ href, status, text }: ListSearch): Destination => ({
    href: `${href}${stringifySearch({ search, status })}`,
    text: text(search),
    isSearch: true,
  })
  return [...found, ...searches[role].filter(isOffered).map(searchIn)]
}
