/** The screens of the chat, loaded together: most of each is the same conversation. */
export { ChatPage } from '#web/chats/ChatPage.tsx'
export { ChatsPage } from '#web/chats/ChatsPage.tsx'
export { InboxPage } from '#web/chats/InboxPage.tsx'
