/**
 * The texts of mails by template: a subject, paragraphs, one `after` the list, the label of the button if the mail has a link, and a line of
 * the foot. `{{marketplace}}`, `{{address}}`, `{{support}}` and `{{recipient}}` always have a value; a paragraph with a missing value is left
 * out, except for `{{name}}`.
 */
export const mails = {
  resetPassword: {
    subject: 'Choose a new password for {{marketplace}}',
    text: [
      'We received a request to reset the password of your account on {{marketplace}}.',
      'The link works once and expires in an hour. If you did not ask for this, ignore this email: your password stays the same.',
    ],
    button: 'Choose a new password',
  },
  passwordChanged: {
    subject: 'Your password on {{marketplace}} was changed',
    text: [
      'The password of your account on {{marketplace}} was changed, and all other devices were signed out.',
      'The pending change of your email address to {{dropped}} was cancelled. You can request it again in your profile.',
      'If this was not you, open {{address}}/login, choose "Forgot password?" and set a new password right away.',
    ],
  },
  verifyEmail: {
    subject: 'Confirm your email address for {{marketplace}}',
    text: [
      'Welcome to {{marketplace}}. Confirm your email address, so that you can recover your account if you forget your password.',
      'The link works once and expires in an hour. You can start without confirming, and request a new email in your profile.',
    ],
    button: 'Confirm this address',
  },
  confirmEmail: {
    subject: 'Confirm your new email address for {{marketplace}}',
    text: [
      'You asked to use this address for your account on {{marketplace}}. Your current address stays in use until you confirm the new one.',
      'The link works once and expires in an hour. If you did not ask for this, ignore this email.',
    ],
    button: 'Use this address',
  },
  providerConnected: {
    subject: 'Your account on {{marketplace}} is connected with {{provider}}',
    text: [
      'Your account on {{marketplace}} was just connected with {{provider}}. From now on, signing in there opens it.',
      'If this was not you, disconnect it in your profile right away and contact {{support}}.',
    ],
    button: 'Open your profile',
  },
  providerDisconnected: {
    subject: 'Your account on {{marketplace}} is no longer connected with {{provider}}',
    text: [
      'Signing in with {{provider}} no longer opens your account on {{marketplace}}.',
      'If this was not you, change your password right away and contact {{support}}.',
    ],
    button: 'Open your profile',
  },
  secondFactorOn: {
    subject: 'Second factor turned on for your account on {{marketplace}}',
    text: [
      'From now on, {{marketplace}} asks for a code from your authenticator app when you sign in. Keep your recovery codes in a safe place.',
      'If this was not you, change your password right away and contact {{support}}.',
    ],
    button: 'Open your profile',
  },
  secondFactorOff: {
    subject: 'Second factor turned off for your account on {{marketplace}}',
    text: [
      '{{marketplace}} no longer asks for a code when you sign in.',
      'If this was not you, change your password right away and set up your second factor again.',
    ],
    button: 'Open your profile',
  },
  recoveryRenewed: {
    subject: 'Your recovery codes for {{marketplace}} were replaced',
    text: ['Your account has new recovery codes. The old ones no longer work.', 'If this was not you, change your password right away.'],
    button: 'Open your profile',
  },
  recoveryUsed: {
    subject: 'A recovery code for {{marketplace}} was used',
    text: [
      'Your password and a recovery code were used to sign in to your account. Recovery codes left: {{left}}.',
      'If this was not you, change your password right away and create new recovery codes.',
    ],
    button: 'Open your profile',
  },
  accountClosed: {
    subject: 'Your account on {{marketplace}} is closed',
    text: [
      'You closed your account on {{marketplace}}. Your personal data was removed. If you sold here, your products are no longer on sale.',
      'The address is free again: you can use it for a new account if registration is open to you.',
    ],
  },
  emailChanging: {
    subject: 'Your email address on {{marketplace}} is about to change',
    text: [
      'A change of the email address of your account on {{marketplace}} was requested. It takes effect when the new address is confirmed.',
      'The new address is {{email}}.',
      'If this was not you, sign in, cancel the change in your profile, and change your password.',
    ],
    button: 'Open your profile',
  },
  addressTaken: {
    subject: 'A request to use your address on {{marketplace}}',
    text: [
      'Another account on {{marketplace}} asked to use your email address. The address belongs to your account, so nothing changes.',
      'If this was you, sign in with this address. If you forgot your password, open {{address}}/login and choose "Forgot password?".',
    ],
  },
  test: {
    subject: 'Test email from {{marketplace}}',
    text: ['This is a test. If you can read it, {{marketplace}} can send email.'],
    button: 'Open {{marketplace}}',
  },
  unreadFromParticipant: {
    subject: '{{participant}} wrote {{headline}} on {{marketplace}}',
    text: ['{{participant}} is waiting for an answer:'],
    after: 'And {{more}} more.',
    button: 'Open the conversation',
  },
  unreadFromSupport: {
    subject: 'Support wrote you {{headline}} on {{marketplace}}',
    text: ['You have unread messages from support:'],
    after: 'And {{more}} more.',
    button: 'Open the conversation',
  },
  notices: {
    subject: '{{headline}}',
    text: ['Here is what is new on {{marketplace}}:'],
    after: 'And {{more}} more.',
    button: 'Open your notifications',
    foot: 'Choose in your profile which emails you receive: {{address}}/profile',
  },
  digest: {
    subject: 'Your day on {{marketplace}}: {{headline}}',
    text: ['Here is what is new on {{marketplace}} since your last daily email:'],
    after: 'And {{more}} more.',
    button: 'Open your notifications',
    foot: 'Choose in your profile which emails you receive: {{address}}/profile',
  },
  invitation: {
    subject: '{{invitedBy}} invited you to {{marketplace}}',
    text: [
      '{{invitedBy}} invited you to join {{marketplace}} as {{role}}.',
      'The link works once, expires in a week, and is only valid for {{recipient}}.',
      'If you did not expect this invitation, ignore this email.',
    ],
    button: 'Create your account',
  },
  suspended: {
    subject: 'Your account on {{marketplace}} is suspended',
    text: [
      'An administrator suspended your account, and you cannot sign in. If you sell here, your products are not on sale. Nothing is deleted: pending products return to review when your account is reactivated.',
      'Reason: {{reason}}',
      'If you think this is a mistake, contact {{support}}.',
    ],
  },
  reactivated: {
    subject: 'Your account on {{marketplace}} is active again',
    text: ['Your account is active again. If you sell here, your products are back as they were.'],
    button: 'Sign in',
  },
  roleChanged: {
    subject: 'You are now {{role}} on {{marketplace}}',
    text: ['An administrator made you {{role}}.'],
    button: 'Open {{marketplace}}',
  },
} satisfies Record<string, MailTexts>

export type MailTexts = { subject: string; text: readonly string[]; after?: string; button?: string; foot?: string }

/** The texts around every mail; a test greets no person. */
export const envelope = {
  greeting: 'Hello {{name}},',
  linkBelow: 'If the button does not work, open this address:',
  foot: 'This email was sent by {{marketplace}}, {{address}}',
}
