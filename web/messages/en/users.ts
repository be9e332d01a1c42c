/** People: one's own profile and the list for admins. */
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
  profile: {
    title: 'Profile',
    lead: 'Your account on {{name}}.',
    account: 'Account',
    name: 'Name',
    email: 'Email',
    role: 'Role',
    since: 'Member since',
    appearance: 'Appearance',
    theme: 'Theme on this device',
    laterTitle: 'What is still to come',
    laterText:
      'Changing your name, email and password, your shop details, signed-in devices and notification preferences arrive with a later version.',
  },
}
