const framed = (...screen: string[]): string[] => ['frame/Frame.tsx', ...screen]
const chats = framed('chats/chat-pages.ts')
const later = framed('later/later-pages.tsx')

/** What the browser will load for each page of `domain/routes.ts`, beside what all of them need, as the build names it (`web/app/router.tsx`). */
export const screens: Record<string, readonly string[]> = {
  '/login': ['sign-in/SignInPage.tsx'],
  '/register': ['sign-in/RegisterPage.tsx'],
  '/404': ['errors/NotFoundPage.tsx'],
  '/500': ['errors/BrokenPage.tsx'],
  '/logout': ['sign-in/SignOutPage.tsx'],
  '/profile': framed('account/ProfilePage.tsx'),
  '/notifications': framed('notifications/NotificationsPage.tsx'),
  '/chat': chats,
  '/chat/$': chats,
  '/admin/dashboard': framed('dashboard/DashboardPage.tsx'),
  '/admin/product-approval': framed('approval/ApprovalPage.tsx'),
  '/admin/products/$id': framed('product-record/ProductRecordPage.tsx'),
  '/admin/edit-requests': framed('edit-requests/EditRequestsPage.tsx'),
  '/admin/user-management': framed('users/UsersPage.tsx'),
  '/admin/users/$id': framed('users/UserPage.tsx'),
  '/admin/sales': later,
  '/admin/orders': framed('orders/OrdersPages.tsx'),
  '/admin/orders/import': framed('imports/ImportPage.tsx'),
  '/admin/orders/$id': framed('orders/OrderPages.tsx'),
  '/admin/chats': chats,
  '/admin/chat/$id': chats,
  '/admin/history': framed('history/HistoryPage.tsx'),
  '/admin/settings': framed('settings/SettingsPage.tsx'),
  '/admin/settings/webhooks/$id': framed('webhooks/WebhookPage.tsx'),
  '/seller/products': framed('products/ProductsPage.tsx'),
  '/seller/products/add': framed('products/AddProductPage.tsx'),
  '/seller/products/edit/$id': framed('products/EditProductPage.tsx'),
  '/seller/products/import': framed('imports/ImportPage.tsx'),
  '/seller/products/$id': framed('products/SellerProductPage.tsx'),
  '/seller/orders': framed('orders/OrdersPages.tsx'),
  '/seller/orders/$id': framed('orders/OrderPages.tsx'),
}
