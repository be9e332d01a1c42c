/** Screens whose part comes later: they say truthfully what they will hold (product §9). */
export const later = {
  badge: 'Comes with a later version',
  will: 'What this page will hold',
  chat: {
    title: 'Chat',
    text: 'Your conversation with the support of this marketplace.',
    a: 'Messages that arrive while you watch, with what was read and what was not.',
    b: 'Pictures and PDF files up to 10 MiB.',
    c: 'Messages written offline are kept and sent in order.',
  },
  chats: {
    title: 'Chats',
    text: 'Every conversation with sellers and buyers in one place.',
    a: 'Unread, waiting and solved conversations, with search.',
    b: 'Who answers what, private notes and canned replies.',
    c: 'The products and orders of the person you talk to, beside the conversation.',
  },
  adminChat: {
    title: 'Chat',
    text: 'One conversation with a seller or a buyer.',
    a: 'Messages that arrive while you watch, with what was read and what was not.',
    b: 'A notice when a colleague is answering too.',
    c: 'The products and orders of the person you talk to.',
  },
  sales: {
    title: 'Sales',
    text: 'How the marketplace does, over any range of days.',
    a: 'Gross sales, refunds, net, orders, units and average order value.',
    b: 'Top products, sellers and categories, beside the range before.',
    c: 'Sign-ups per day and time to decision. Every figure links to its rows.',
  },
}
