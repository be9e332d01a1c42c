import type { BulkNoun } from '#domain/bulk-decision.ts'
import type { Role } from '#domain/user.ts'
import type { layout } from '#web/platform/i18n/en/layout.ts'
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

type Key = `layout.links.${keyof typeof layout.links}`
export type NavLink = { to: string; text: Key; icon: Icon /** The count shown beside the link. */; badge?: BulkNoun | 'orders' | 'chats' }

const profile: NavLink = { to: '/profile', text: 'layout.links.profile', icon: IconUserCircle }

/** The links of the navigation, in groups, by role (product §9). */
export const navigation: Record<Role, NavLink[][]> = {
  admin: [
    [
      { to: '/admin/dashboard', text: 'layout.links.dashboard', icon: IconLayoutDashboard },
      { to: '/admin/product-approval', text: 'layout.links.approval', icon: IconCheckbox, badge: 'products' },
      { to: '/admin/edit-requests', text: 'layout.links.editRequests', icon: IconGitPullRequest, badge: 'editRequests' },
    ],
    [
      { to: '/admin/user-management', text: 'layout.links.users', icon: IconUsers },
      { to: '/admin/sales', text: 'layout.links.sales', icon: IconTrendingUp },
      { to: '/admin/orders', text: 'layout.links.orders', icon: IconReceipt, badge: 'orders' },
      { to: '/admin/chats', text: 'layout.links.chats', icon: IconMessages, badge: 'chats' },
    ],
    [
      { to: '/admin/history', text: 'layout.links.history', icon: IconHistory },
      { to: '/admin/settings', text: 'layout.links.settings', icon: IconSettings },
      profile,
    ],
  ],
  seller: [
    [
      { to: '/seller/products', text: 'layout.links.products', icon: IconPackage },
      { to: '/seller/orders', text: 'layout.links.orders', icon: IconReceipt, badge: 'orders' },
      { to: '/chat', text: 'layout.links.chat', icon: IconMessages, badge: 'chats' },
    ],
    [profile],
  ],
}
