/**
 * The texts of mails by template: a subject, paragraphs, and the label of the button if the mail has a link. `{{marketplace}}`,
 * `{{address}}`, `{{support}}` and `{{recipient}}` always have a value; a paragraph with a missing value is left out, except for `{{name}}`.
 */
export const mails = {
  resetPassword: {
    subject: 'Choose a new password for {{marketplace}}',
    text: [
      'Hello {{name}},',
      'we received a request to choose a new password for your account on {{marketplace}}.',
      'The button works once, for an hour. If you did not ask for this, do nothing: your password stays as it is.',
    ],
    button: 'Choose a new password',
  },
  passwordChanged: {
    subject: 'Your password on {{marketplace}} was changed',
    text: [
      'Hello {{name}},',
      'the password of your account on {{marketplace}} was just changed, and other devices were signed out.',
      'The pending change of your address to {{dropped}} was cancelled. You can request it again in your profile.',
      'If that was not you, open {{address}}/login, choose "Forgot password?", and set a new one at once.',
    ],
  },
  verifyEmail: {
    subject: 'Confirm your email address for {{marketplace}}',
    text: [
      'Hello {{name}},',
      'welcome to {{marketplace}}. Confirm that this address is yours, so that you can always get back into your account.',
      'The button works once, for an hour. You can start without it, and ask for another one in your profile.',
    ],
    button: 'Confirm this address',
  },
  confirmEmail: {
    subject: 'Confirm your new email address for {{marketplace}}',
    text: [
      'Hello {{name}},',
      'you asked to use this address for your account on {{marketplace}}. Until you confirm it, the old one stays.',
      'The button works once, for an hour. If you did not ask for this, do nothing.',
    ],
    button: 'Use this address',
  },
  providerConnected: {
    subject: 'Your account on {{marketplace}} can be opened from {{provider}}',
    text: [
      'Hello {{name}},',
      'your account on {{marketplace}} was just connected with {{provider}}: signing in there opens it from now on.',
      'If that was not you, disconnect it in your profile at once, and write to us.',
    ],
    button: 'Open your profile',
  },
  providerDisconnected: {
    subject: 'Your account on {{marketplace}} is no longer connected with {{provider}}',
    text: [
      'Hello {{name}},',
      'signing in at {{provider}} no longer opens your account on {{marketplace}}.',
      'If that was not you, change your password at once, and write to us.',
    ],
    button: 'Open your profile',
  },
  secondFactorOn: {
    subject: 'The second factor of your account on {{marketplace}} is on',
    text: [
      'Hello {{name}},',
      'from now on signing in to {{marketplace}} asks for a code of your authenticator app. Keep your recovery codes in a safe place.',
      'If that was not you, change your password at once and write to us.',
    ],
    button: 'Open your profile',
  },
  secondFactorOff: {
    subject: 'The second factor of your account on {{marketplace}} is off',
    text: [
      'Hello {{name}},',
      'signing in to {{marketplace}} no longer asks for a code.',
      'If that was not you, change your password at once and set up a second factor again.',
    ],
    button: 'Open your profile',
  },
  recoveryRenewed: {
    subject: 'Your recovery codes for {{marketplace}} were replaced',
    text: [
      'Hello {{name}},',
      'you have new recovery codes. The old ones no longer work.',
      'If that was not you, change your password at once.',
    ],
    button: 'Open your profile',
  },
  recoveryUsed: {
    subject: 'A recovery code for {{marketplace}} was used',
    text: [
      'Hello {{name}},',
      'a recovery code was used to sign in to your account, together with your password. Codes left: {{left}}.',
      'If that was not you, change your password at once and make new codes.',
    ],
    button: 'Open your profile',
  },
  accountClosed: {
    subject: 'Your account on {{marketplace}} is closed',
    text: [
      'Hello {{name}},',
      'you closed your account on {{marketplace}}. Your personal data was removed, and your products are no longer on sale.',
      'You can register again with this address whenever you like.',
    ],
  },
  emailChanging: {
    subject: 'Your email address on {{marketplace}} is about to change',
    text: [
      'Hello {{name}},',
      'a person who is signed in to your account on {{marketplace}} asked to change its address to {{email}}. It changes as soon as that address is confirmed.',
      'If that was not you, sign in, cancel the change in your profile, and choose a new password.',
    ],
    button: 'Open your profile',
  },
  addressTaken: {
    subject: 'A request to use your address on {{marketplace}}',
    text: [
      'Hello {{name}},',
      'the owner of another account on {{marketplace}} asked to use this address. It belongs to your account, so nothing changes.',
      'If that was you, sign in with this address; if you do not know the password any more, open {{address}}/login and choose "Forgot password?".',
    ],
  },
  test: {
    subject: 'Test email from {{marketplace}}',
    text: ['This is a test. If you can read it, {{marketplace}} can send email.'],
    button: 'Open {{marketplace}}',
  },
  unreadFromParticipant: {
    subject: '{{participant}} wrote {{headline}} on {{marketplace}}',
    text: ['Hello {{name}},', '{{participant}} is waiting for an answer:', 'And {{more}} more.'],
    button: 'Open the conversation',
  },
  unreadFromSupport: {
    subject: 'Support wrote you {{headline}} on {{marketplace}}',
    text: ['Hello {{name}},', 'this is waiting for you in your conversation with support:', 'And {{more}} more.'],
    button: 'Open the conversation',
  },
  notices: {
    subject: '{{headline}}',
    text: ['Hello {{name}},', 'this is new for you on {{marketplace}}:', 'And {{more}} more.'],
    button: 'Open your notifications',
  },
  digest: {
    subject: 'Your day on {{marketplace}}: {{headline}}',
    text: ['Hello {{name}},', 'this is new for you on {{marketplace}} since the last daily email:', 'And {{more}} more.'],
    button: 'Open your notifications',
  },
  invitation: {
    subject: '{{invitedBy}} invites you to {{marketplace}}',
    text: [
      'Hello,',
      '{{invitedBy}} invites you to join {{marketplace}} as {{role}}.',
      'The button works once, for a week, and for this address alone: {{recipient}}.',
      'If you did not expect this invitation, do nothing.',
    ],
    button: 'Create your account',
  },
  suspended: {
    subject: 'Your account at {{marketplace}} is suspended',
    text: [
      'Hello {{name}},',
      'an administrator suspended your account. You cannot sign in, and your products are not on sale. Pending products return to review when your account is reactivated. Nothing is lost.',
      'Reason: {{reason}}',
      'If you think this is a mistake, write to {{support}}.',
    ],
  },
  reactivated: {
    subject: 'Your account at {{marketplace}} is active again',
    text: ['Hello {{name}},', 'your account is active again, and your products are where they were.'],
    button: 'Sign in',
  },
  roleChanged: {
    subject: 'You are {{role}} at {{marketplace}} now',
    text: ['Hello {{name}},', 'an administrator made you {{role}}.'],
    button: 'Open {{marketplace}}',
  },
} satisfies Record<string, { subject: string; text: readonly string[]; button?: string }>

/** The texts around every mail. */
export const envelope = {
  linkBelow: 'If the button does not work, open this address:',
  foot: 'This email was sent by {{marketplace}}, {{address}}',
}
