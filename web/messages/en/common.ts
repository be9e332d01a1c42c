/** Words that many screens share. */
export const common = {
  loading: 'Loading',
  retry: 'Try again',
  close: 'Close',
  show: 'Show',
  hide: 'Hide',
  search: 'Search',
  more: 'Load more',
  from: 'From',
  to: 'Until',
  failedTitle: 'This could not be loaded',
  notFoundTitle: 'Not found',
  stay: 'Keep editing',
  leave: 'Leave without saving',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here has not been saved.',
  required: 'This is required.',
}
