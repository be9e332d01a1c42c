/** Everything that happened. */
export const history = {
  title: 'History',
  lead: 'Everything that happened, newest first. Nothing here can be changed or removed.',
  type: 'Type',
  allTypes: 'All types',
  types: {
    product_approval: 'Approvals',
    product_rejection: 'Rejections',
    product_edit: 'Product changes',
    user_edit: 'People',
    payment: 'Payments',
  },
  system: 'System',
  reason: 'Reason: {{reason}}',
  emptyTitle: 'Nothing yet',
  emptyText: 'As soon as somebody lists, decides or changes something, it stands here.',
  noneTitle: 'Nothing of this type yet',
  noneText: 'Other types may have entries.',
  showAll: 'Show all types',
}
