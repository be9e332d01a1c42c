/** Screens whose part comes later: they say truthfully what they will hold (product §9). */
export const later = {
  badge: 'Comes with a later version',
  will: 'What this page will hold',
  sales: {
    title: 'Sales',
    text: 'How the marketplace does, over any range of days.',
    a: 'Gross sales, refunds, net, orders, units and average order value.',
    b: 'Top products, sellers and categories, beside the range before.',
    c: 'Sign-ups per day and time to decision. Every figure links to its rows.',
  },
}
