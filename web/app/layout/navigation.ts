import type { BulkNoun } from '#domain/bulk-decision.ts'
import { type PathOf, routes, type TitledPath } from '#domain/routes.ts'
import type { Role } from '#domain/user.ts'
import { t } from '#web/platform/i18n/messages.ts'
import IconCheckbox from '#web/ui/icons/IconCheckbox.tsx'
import IconGitPullRequest from '#web/ui/icons/IconGitPullRequest.tsx'
import IconHistory from '#web/ui/icons/IconHistory.tsx'
import IconLayoutDashboard from '#web/ui/icons/IconLayoutDashboard.tsx'
import IconMessages from '#web/ui/icons/IconMessages.tsx'
import IconPackage from '#web/ui/icons/IconPackage.tsx'
import IconReceipt from '#web/ui/icons/IconReceipt.tsx'
import IconSettings from '#web/ui/icons/IconSettings.tsx'
import IconTrendingUp from '#web/ui/icons/IconTrendingUp.tsx'
import IconUserCircle from '#web/ui/icons/IconUserCircle.tsx'
import IconUsers from '#web/ui/icons/IconUsers.tsx'
import type { Icon } from '#web/ui/icons/icon.tsx'

/** A link of the navigation; its label is the title of its page. */
export type NavLink<P extends TitledPath = TitledPath> = {
  to: P
  icon: Icon
  /** The count shown beside the link. */
  badge?: BulkNoun | 'orders' | 'chats'
}

/** The only link for an admin who has to set up a second factor first: the server refuses everything else. */
export const profile = { to: '/profile', icon: IconUserCircle } as const

/** The links of the navigation, in groups, by role (product §9). */
export const navigation: { [R in Role]: NavLink<TitledPath & PathOf<R>>[][] } = {
  admin: [
    [
      { to: '/admin/dashboard', icon: IconLayoutDashboard },
      { to: '/admin/product-approval', icon: IconCheckbox, badge: 'products' },
      { to: '/admin/edit-requests', icon: IconGitPullRequest, badge: 'editRequests' },
    ],
    [
      { to: '/admin/products', icon: IconPackage },
      { to: '/admin/user-management', icon: IconUsers },
      { to: '/admin/sales', icon: IconTrendingUp },
      { to: '/admin/orders', icon: IconReceipt, badge: 'orders' },
      { to: '/admin/chats', icon: IconMessages, badge: 'chats' },
    ],
    [{ to: '/admin/history', icon: IconHistory }, { to: '/admin/settings', icon: IconSettings }, profile],
  ],
  seller: [
    [
      { to: '/seller/products', icon: IconPackage },
      { to: '/seller/orders', icon: IconReceipt, badge: 'orders' },
      { to: '/chat', icon: IconMessages, badge: 'chats' },
    ],
    [profile],
  ],
}

/** The title of a page in words. */
export const titleOf = (path: TitledPath): string => t(`titles.${routes[path].title}`)
