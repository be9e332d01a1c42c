/** The text of the widget. Refusals of Backstall bring their own sentences. */
export const texts = {
  chat: 'Chat',
  launcher: (unread: number) => (unread > 0 ? `Chat, ${number(unread)} unread` : 'Chat'),
  badge: (unread: number) => (unread > 99 ? '99+' : number(unread)),
  title: (name: string) => `Chat with ${name}`,
  close: 'Close chat',
  newMessage: (name: string, text: string) => `${name}: ${text}`,
  newFiles: (name: string) => `${name} sent a file.`,
  loading: 'Loading…',
  again: 'Try again',
  signIn: 'Sign in to chat',
  signInText: 'Only customers who are signed in can write to us. Sign in, then come back here.',
  welcome: 'Write to us. We answer here.',
  privacy: 'Privacy',
  messages: 'Messages',
  older: 'Show older messages',
  newest: 'Newest messages',
  you: 'You',
  erased: 'This message was deleted.',
  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  attach: 'Attach a picture or PDF',
  files: 'Attached files',
  uploading: (name: string) => `Uploading ${name}`,
  removeFile: (name: string) => `Remove ${name}`,
  retryFile: (name: string) => `Upload ${name} again`,
  openFile: (name: string) => `Open ${name}`,
  fileCount: (max: number) => `A message can have at most ${number(max)} files.`,
  fileSize: (megabytes: number) => `This file is larger than ${number(megabytes)} MiB.`,
  fileType: 'Attach a picture or a PDF document.',
  fileFailed: 'This file could not be uploaded. Check your connection.',
  writeFirst: 'Write a message or attach a file first.',
  filesFirst: 'Wait until the files are uploaded, or remove those that failed.',
  tooLong: (count: number) => `${number(count)} characters too long`,
  progress: { waiting: 'Waiting for the connection', sending: 'Sending…', sent: 'Sent', delivered: 'Delivered', read: 'Read' },
  notSent: 'Not sent.',
  retry: 'Send again',
  discard: 'Delete',
  writing: (names: string[]) => `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} writing…`,
  offline: 'You are offline. Messages are sent when the connection is back.',
  reconnecting: 'Reconnecting…',
  blocked: 'You cannot write in this conversation any more.',
  closed: 'We are closed at the moment.',
  closedUntil: (when: string) => `We are closed. We are back ${when}.`,
  solved: 'This conversation is marked as solved. Write again to reopen it.',
  rate: 'How was this conversation?',
  scores: ['Very poor', 'Poor', 'Fair', 'Good', 'Very good'],
  score: (score: number, name: string) => `${number(score)}, ${name}`,
  comment: 'Comment (optional)',
  sendRating: 'Send rating',
  rated: (score: number) => `Thank you. You rated this conversation ${number(score)} of 5.`,
  changeRating: 'Change rating',
  noAnswer: 'The server cannot be reached.',
} as const

const number = (count: number) => new Intl.NumberFormat('en').format(count)

// Words are English; the order of day and month and the clock follow the reader's region, as on the other screens (`regionFor` of `web/ui/time.ts`).
const region = () => {
  const [tag = 'en'] = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?\b/i.exec(navigator.language ?? 'en') ?? []
  return `en-${new Intl.Locale(tag).maximize().region ?? 'GB'}`
}
const format = (options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat(region(), options)
  return (at: string) => format(new Date(at))
}
/** The time of day: "14:05". */
export const timeOfDay = format({ timeStyle: 'short' })
const day = format({ weekday: 'long', day: 'numeric', month: 'long' })
const weekday = format({ weekday: 'long' })
/** The moment in full. */
export const longTime = format({ dateStyle: 'full', timeStyle: 'short' })

/** The day as people call it: "Today", "Yesterday", "Saturday, 21 November". */
export function dayName(at: string): string {
  const days = daysFromToday(at)
  return days === 0 ? 'Today' : days === -1 ? 'Yesterday' : day(at)
}

/** When support is there again: "today at 14:00", "on Monday at 09:00". */
export function opening(at: string): string {
  const days = daysFromToday(at)
  const name = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${days < 7 ? weekday(at) : day(at)}`
  return `${name} at ${timeOfDay(at)}`
}

/** Noon to noon: a day may have 23 or 25 hours. */
const daysFromToday = (at: string) => Math.round((new Date(at).setHours(12, 0, 0, 0) - new Date().setHours(12, 0, 0, 0)) / 86_400_000)

/** A file size for people: "340 kB", "2.1 MB". */
export function shownBytes(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(Math.ceil((10 * bytes) / size) / 10)
}
