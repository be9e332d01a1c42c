import type { Icon } from '@tabler/icons-react'
import IconCheckbox from '@tabler/icons-react/dist/esm/icons/IconCheckbox.mjs'
import IconGitPullRequest from '@tabler/icons-react/dist/esm/icons/IconGitPullRequest.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconTrendingUp from '@tabler/icons-react/dist/esm/icons/IconTrendingUp.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import type { Role } from '#domain/user.ts'
import type { frame } from '#web/messages/en/frame.ts'

type Key = `frame.links.${keyof typeof frame.links}`
export type NavLink = { to: string; text: Key; icon: Icon /** Whose number stands beside it. */; badge?: BulkNoun | 'orders' | 'chats' }

const profile: NavLink = { to: '/profile', text: 'frame.links.profile', icon: IconUserCircle }

/** The links of the navigation, in groups, by role (product §9). */
export const navigation: Record<Role, NavLink[][]> = {
  admin: [
    [
      { to: '/admin/dashboard', text: 'frame.links.dashboard', icon: IconLayoutDashboard },
      { to: '/admin/product-approval', text: 'frame.links.approval', icon: IconCheckbox, badge: 'products' },
      { to: '/admin/edit-requests', text: 'frame.links.editRequests', icon: IconGitPullRequest, badge: 'editRequests' },
    ],
    [
      { to: '/admin/user-management', text: 'frame.links.users', icon: IconUsers },
      { to: '/admin/sales', text: 'frame.links.sales', icon: IconTrendingUp },
      { to: '/admin/orders', text: 'frame.links.orders', icon: IconReceipt, badge: 'orders' },
      { to: '/admin/chats', text: 'frame.links.chats', icon: IconMessages, badge: 'chats' },
    ],
    [
      { to: '/admin/history', text: 'frame.links.history', icon: IconHistory },
      { to: '/admin/settings', text: 'frame.links.settings', icon: IconSettings },
      profile,
    ],
  ],
  seller: [
    [
      { to: '/seller/products', text: 'frame.links.products', icon: IconPackage },
      { to: '/seller/orders', text: 'frame.links.orders', icon: IconReceipt, badge: 'orders' },
      { to: '/chat', text: 'frame.links.chat', icon: IconMessages, badge: 'chats' },
    ],
    [profile],
  ],
}
