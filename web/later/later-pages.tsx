import { LaterPage } from '#web/later/LaterPage.tsx'

export const ChatPage = () => <LaterPage noun="chat" />
export const ChatsPage = () => <LaterPage noun="chats" />
export const AdminChatPage = () => <LaterPage noun="adminChat" />
export const SalesPage = () => <LaterPage noun="sales" />
