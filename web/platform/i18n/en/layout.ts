import type { PageTitle } from '#domain/routes.ts'

/** The names of pages: their headings and the labels of links to them (`title` in `domain/routes.ts`). */
export const titles = {
  dashboard: 'Dashboard',
  approval: 'Product approval',
  editRequests: 'Edit requests',
  users: 'User management',
  sales: 'Sales',
  orders: 'Orders',
  importOrders: 'Import orders',
  chats: 'Chats',
  history: 'History',
  settings: 'Settings',
  products: 'Products',
  addProduct: 'Add product',
  importProducts: 'Import products',
  chat: 'Chat',
  notifications: 'Notifications',
  profile: 'Profile',
} as const satisfies Record<PageTitle, string>

/** What surrounds every screen. */
export const layout = {
  skip: 'Skip to content',
  main: 'Main',
  menu: 'Menu',
  sidebar: 'Sidebar',
  toggleSidebar: 'Toggle sidebar',
  toggleTheme: 'Toggle theme',
  theme: { light: 'Light', dark: 'Dark', auto: 'System' },
  themeNow: 'Theme: {{theme}}',
  account: 'Account menu',
  signOut: 'Sign out',
  live: 'Live',
  catchingUp: 'Catching up',
  offline: 'Offline',
  waiting: '{{shown}} pending',
  unread: '{{shown}} unread',
  toShip: '{{shown}} to ship',
} as const

/** What a sign-out would lose; loaded only where there is something. */
export const signOut = {
  title: 'Sign out?',
  lead: 'You will lose unsaved changes and unsent messages:',
  messages_one: '{{count}} message that has not been sent yet',
  messages_other: '{{count, number}} messages that have not been sent yet',
  drafts_one: '{{count}} unfinished message',
  drafts_other: '{{count, number}} unfinished messages',
  forms_one: 'Changes in {{count}} product form',
  forms_other: 'Changes in {{count, number}} product forms',
  rejections_one: '{{count}} unfinished rejection',
  rejections_other: '{{count, number}} unfinished rejections',
  decisions_one: '{{count}} decision that is still on its way',
  decisions_other: '{{count, number}} decisions that are still on their way',
  bulk_one: '{{count}} item in your bulk decision that has not been decided yet',
  bulk_other: '{{count, number}} items in your bulk decisions that have not been decided yet',
  stay: 'Stay',
} as const

/** The error pages, and the replacement of a screen that failed. */
export const errorPages = {
  notFoundTitle: 'Page not found',
  notFoundText: 'There is nothing at this address. It may have moved, or the link was not complete.',
  brokenTitle: 'Something went wrong',
  brokenText: 'An unexpected problem occurred on this screen. Your saved data is safe.',
  home: 'Go to the start page',
  offlineTitle: 'You are offline',
  unloadedTitle: 'This screen could not be loaded',
  unreachableTitle: 'The service cannot be reached',
  unreachableText: 'Check your connection. This page tries again automatically.',
} as const
