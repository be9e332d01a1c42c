/** What a sign-out would lose; loaded only where there is something. */
export const signOut = {
  title: 'Sign out?',
  lead: 'What is not saved or sent would be lost:',
  messages_one: '{{count}} message that has not been sent yet',
  messages_other: '{{count, number}} messages that have not been sent yet',
  drafts_one: '{{count}} message that was begun',
  drafts_other: '{{count, number}} messages that were begun',
  forms_one: 'Changes in {{count}} product form',
  forms_other: 'Changes in {{count, number}} product forms',
  rejections_one: '{{count}} rejection that was begun',
  rejections_other: '{{count, number}} rejections that were begun',
  decisions_one: '{{count}} decision that is still on its way',
  decisions_other: '{{count, number}} decisions that are still on their way',
  bulk_one: '{{count}} product that your bulk decision has yet to decide',
  bulk_other: '{{count, number}} products that your bulk decisions have yet to decide',
  stay: 'Stay',
  leave: 'Sign out',
}
