/** The error pages, and the replacement of a screen that failed. */
export const errorPages = {
  notFoundTitle: 'Page not found',
  notFoundText: 'There is nothing at this address. It may have moved, or the link was not complete.',
  brokenTitle: 'Something went wrong',
  brokenText: 'An unexpected problem occurred on this screen. Your saved data is safe.',
  home: 'Go to the start page',
  offlineTitle: 'You are offline',
  offlineText: 'Check your connection. This page continues as soon as it is back.',
  unloadedTitle: 'This screen could not be loaded',
  unreachableTitle: 'The service cannot be reached',
  unreachableText: 'Check your connection. This page tries again automatically.',
} as const
