/** Changes of approved products that wait for review, for sellers and administrators. */
export const editRequests = {
  status: {
    pending: 'Waiting for review',
    approved: 'Change approved',
    partly_approved: 'Change approved in part',
    rejected: 'Change rejected',
    withdrawn: 'Change withdrawn',
    superseded: 'Change superseded',
  },
  accepted: 'On sale now: {{fields}}.',
  refusedField: 'Not accepted: {{field}}. {{reason}}.',
  withdraw: {
    action: 'Withdraw change',
    title: 'Withdraw change',
    text: 'What you asked to change on “{{title}}” is forgotten, with the pictures that were proposed. What is on sale stays as it is.',
    keep: 'Keep it',
    done: 'The requested change of “{{title}}” was withdrawn.',
  },
}
