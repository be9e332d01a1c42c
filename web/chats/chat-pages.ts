/** The chat screens in one file, since they share most of their code. */
export { ChatPage } from '#web/chats/ChatPage.tsx'
export { ChatsPage } from '#web/chats/ChatsPage.tsx'
export { InboxPage } from '#web/chats/InboxPage.tsx'
