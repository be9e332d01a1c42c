/** Words that many screens share. */
export const common = {
  loading: 'Loading',
  retry: 'Try again',
}
