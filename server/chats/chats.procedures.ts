import { listChats } from '#server/chats/list-chats.ts'
import { assignChat, moveChat } from '#server/chats/move-or-assign-chat.ts'
import { addNote, listNotes } from '#server/chats/notes.ts'
import { openChat } from '#server/chats/open-chat.ts'
import { findRatings } from '#server/chats/ratings.ts'
import { findChat, listMessages } from '#server/chats/read-chat.ts'
import { sendChatMessage } from '#server/chats/send-message.ts'
import { listTypists, sayTyping } from '#server/chats/typists.ts'
import { countUnreadChats, markChatDelivered, markChatRead } from '#server/chats/unread.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

export const chats = os.chats.router({
  open: os.chats.open.handler(({ context, input }) => openChat(context.app, actorOf(context), input)),
  list: os.chats.list.handler(({ context, input }) => listChats(context.app, actorOf(context, 'admin'), input)),
  ratings: os.chats.ratings.handler(forAdmins((app) => findRatings(app))),
  unread: os.chats.unread.handler(({ context }) => countUnreadChats(context.app, actorOf(context))),
  get: os.chats.get.handler(({ context, input }) => findChat(context.app, actorOf(context), input.id)),
  messages: os.chats.messages.handler(({ context, input }) => listMessages(context.app, actorOf(context), input)),
  send: os.chats.send.handler(({ context, input }) => sendChatMessage(context.app, actorOf(context), input)),
  markRead: os.chats.markRead.handler(({ context, input }) => markChatRead(context.app, actorOf(context), input)),
  markDelivered: os.chats.markDelivered.handler(({ context, input }) => markChatDelivered(context.app, actorOf(context), input)),
  solve: os.chats.solve.handler(({ context, input }) => moveChat(context.app, actorOf(context, 'admin'), 'solve', input)),
  reopen: os.chats.reopen.handler(({ context, input }) => moveChat(context.app, actorOf(context, 'admin'), 'reopen', input)),
  assign: os.chats.assign.handler(({ context, input }) => assignChat(context.app, actorOf(context, 'admin'), input)),
  block: os.chats.block.handler(({ context, input }) => moveChat(context.app, actorOf(context, 'admin'), 'block', input)),
  unblock: os.chats.unblock.handler(({ context, input }) => moveChat(context.app, actorOf(context, 'admin'), 'unblock', input)),
  notes: os.chats.notes.handler(({ context, input }) => listNotes(context.app, actorOf(context, 'admin'), input.id)),
  addNote: os.chats.addNote.handler(({ context, input }) => addNote(context.app, actorOf(context, 'admin'), input)),
  typists: os.chats.typists.handler(({ context, input }) => listTypists(context.app, actorOf(context), input.id)),
  sayTyping: os.chats.sayTyping.handler(({ context, input }) => sayTyping(context.app, actorOf(context), input)),
})
