/** People, as admins see them. */
export const users = {
  title: 'User management',
  lead: 'Everybody with an account.',
  columns: { name: 'Name', email: 'Email', role: 'Role', status: 'Status', joined: 'Joined' },
  role: { seller: 'Seller', admin: 'Admin' },
  status: { active: 'Active', suspended: 'Suspended', closed: 'Closed' },
  searchPlaceholder: 'Search by name or email',
  noneTitle: 'Nobody found',
  noneText: 'No account matches “{{search}}”.',
  clear: 'Clear the search',
  you: 'You',
  support: 'Support',
}
