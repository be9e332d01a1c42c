/** What an edit request carries beside fields of the product, for sellers and administrators. */
export const editPayload = {
  title: 'As it was sent',
  other_one: '1 further key',
  other_other: '{{count}} further keys',
  hint: 'These were sent along. They are stored and shown, but not applied to the product.',
}
