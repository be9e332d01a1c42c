import type { Role } from '#domain/user.ts'
import { navigation } from '#web/frame/navigation.ts'
import { t } from '#web/messages/messages.ts'

/** A place to go to: an address and what it is called. `isSearch`: a whole list, searched for what was typed. */
export type Destination = { href: string; text: string; isSearch?: true }

const pages = (role: Role): Destination[] => [
  ...navigation[role].flat().map(({ to, text }) => ({ href: to, text: t(text) })),
  ...(role === 'seller' ? [{ href: '/seller/products/add', text: t('products.add') }] : []),
  { href: '/notifications', text: t('notifications.title') },
  { href: '/logout', text: t('frame.logOut') },
]

const searches: Record<Role, { href: string; text: (search: string) => string }[]> = {
  admin: [
    { href: '/admin/product-approval', text: (search) => t('palette.findPending', { search }) },
    { href: '/admin/user-management', text: (search) => t('palette.findPeople', { search }) },
    { href: '/admin/orders', text: (search) => t('palette.findOrders', { search }) },
  ],
  seller: [
    { href: '/seller/products', text: (search) => t('palette.findProducts', { search }) },
    { href: '/seller/orders', text: (search) => t('palette.findOrders', { search }) },
  ],
}

/** What fits what was typed: pages whose name has a word that starts so, then searches for it. */
export function destinationsFor(role: Role, typed: string): Destination[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const fits = ({ text }: Destination) => ` ${text.toLocaleLowerCase()}`.includes(` ${wanted}`)
  const found = pages(role).filter(fits)
  if (wanted === '') return found
  const search = typed.trim()
  const searchIn = ({ href, text }: (typeof searches)[Role][number]): Destination => ({
    href: `${href}?${new URLSearchParams({ search })}`,
    text: text(search),
    isSearch: true,
  })
  return [...found, ...searches[role].map(searchIn)]
}
