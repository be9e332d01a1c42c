/** Where an admin starts. */
export const dashboard = {
  title: 'Dashboard',
  lead: 'What waits, and what happened last.',
  waiting: 'Waiting for review',
  waitingCount_one: '{{shown}} product waits for a decision',
  waitingCount_other: '{{shown}} products wait for a decision',
  review: 'Review products',
  noneTitle: 'Nothing waits',
  noneText: 'New and resubmitted products appear here at once.',
  edits: 'Edit requests',
  editsNone: 'No change of a product on sale waits.',
  editsCount_one: '{{shown}} change of a product on sale waits for a decision.',
  editsCount_other: '{{shown}} changes of products on sale wait for a decision.',
  reviewEdits: 'Review changes',
  submitted: 'submitted',
  recent: 'Latest activity',
  seeAll: 'See all',
  salesTitle: 'Sales',
  salesText:
    'Gross sales, refunds, net, orders, units and average order value appear here once orders arrive; this version does not take orders yet.',
}
