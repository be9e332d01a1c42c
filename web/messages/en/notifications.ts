/** The bell and the page behind it. */
export const notifications = {
  title: 'Notifications',
  lead: 'What concerns you, newest first.',
  bell: 'Notifications, {{shown}} unread',
  bellNone: 'Notifications, none unread',
  markAll: 'Mark all as read',
  all: 'All notifications',
  emptyTitle: 'Nothing new',
  emptyText: 'Decisions on your products and messages for you will appear here.',
  emptyAdmin: 'Products that wait for your decision and messages for you will appear here.',
  unread: 'Unread',
  reason: 'Reason: {{reason}}',
}
