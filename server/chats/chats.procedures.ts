import { listChats } from '#server/chats/list-chats.ts'
import { assignChat, moveChat } from '#server/chats/move-or-assign-chat.ts'
import { addNote, listNotes } from '#server/chats/notes.ts'
import { openChat } from '#server/chats/open-chat.ts'
import { findRatings } from '#server/chats/ratings.ts'
import { findChat, listMessages } from '#server/chats/read-chat.ts'
import { sendChatMessage } from '#server/chats/send-message.ts'
import { listTypists, sayTyping } from '#server/chats/typists.ts'
import { countUnreadChats, markChatDelivered, markChatRead } from '#server/chats/unread.ts'
import { asAdmin, asPerson, forAdmins, os } from '#server/platform/http/os.ts'

export const chats = os.chats.router({
  open: os.chats.open.handler(asPerson(openChat)),
  list: os.chats.list.handler(asAdmin(listChats)),
  ratings: os.chats.ratings.handler(forAdmins((app) => findRatings(app))),
  unread: os.chats.unread.handler(asPerson(countUnreadChats)),
  get: os.chats.get.handler(asPerson((app, actor, { id }) => findChat(app, actor, id))),
  messages: os.chats.messages.handler(asPerson(listMessages)),
  send: os.chats.send.handler(asPerson(sendChatMessage)),
  markRead: os.chats.markRead.handler(asPerson(markChatRead)),
  markDelivered: os.chats.markDelivered.handler(asPerson(markChatDelivered)),
  solve: os.chats.solve.handler(asAdmin((app, actor, input) => moveChat(app, actor, 'solve', input))),
  reopen: os.chats.reopen.handler(asAdmin((app, actor, input) => moveChat(app, actor, 'reopen', input))),
  assign: os.chats.assign.handler(asAdmin(assignChat)),
  block: os.chats.block.handler(asAdmin((app, actor, input) => moveChat(app, actor, 'block', input))),
  unblock: os.chats.unblock.handler(asAdmin((app, actor, input) => moveChat(app, actor, 'unblock', input))),
  notes: os.chats.notes.handler(asAdmin((app, actor, { id }) => listNotes(app, actor, id))),
  addNote: os.chats.addNote.handler(asAdmin(addNote)),
  typists: os.chats.typists.handler(asPerson((app, actor, { id }) => listTypists(app, actor, id))),
  sayTyping: os.chats.sayTyping.handler(asPerson(sayTyping)),
})
