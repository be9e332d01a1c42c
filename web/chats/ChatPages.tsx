/** The chat screens in one file, since they share most of their code. */
export { ChatPage } from '#web/chats/conversation/ChatPage.tsx'
export { ChatsPage } from '#web/chats/inbox/ChatsPage.tsx'
export { InboxPage } from '#web/chats/inbox/InboxPage.tsx'
