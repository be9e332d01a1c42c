import { expect, test } from 'vitest'
import { examplePath, paths, redirectFor, returnPath } from '#domain/routes.ts'

const addresses = [
  ...paths.map(examplePath),
  '/reset-password',
  '/seller/nothing',
  '/admin/chat',
  '/chat/7',
  '/chat/7/more/of/it',
  '/login/',
  '//evil.example',
  '/Login',
]

test('each page admits or redirects visitors, sellers and admins (spec §2)', () => {
  const rows = addresses.map((path) => {
    const [visitor, seller, admin] = [null, { role: 'seller' as const }, { role: 'admin' as const }].map(
      (actor) => redirectFor(actor, path) ?? 'in',
    )
    return `${path} | ${visitor} | ${seller} | ${admin}`
  })
  expect(rows).toMatchInlineSnapshot(`
    [
      "/ | /login | /login | /login",
      "/login | in | /seller/products | /admin/dashboard",
      "/login/callback | in | in | in",
      "/register | in | /seller/products | /admin/dashboard",
      "/404 | in | in | in",
      "/500 | in | in | in",
      "/logout | /login | in | in",
      "/profile | /login?return=%2Fprofile | in | in",
      "/notifications | /login?return=%2Fnotifications | in | in",
      "/chat | /login?return=%2Fchat | in | in",
      "/chat/0192-abc/anything/at/all | /login?return=%2Fchat%2F0192-abc%2Fanything%2Fat%2Fall | in | in",
      "/admin | /login?return=%2Fadmin | /seller/products | /admin/dashboard",
      "/admin/dashboard | /login?return=%2Fadmin%2Fdashboard | /seller/products | in",
      "/admin/product-approval | /login?return=%2Fadmin%2Fproduct-approval | /seller/products | in",
      "/admin/products | /login?return=%2Fadmin%2Fproducts | /seller/products | in",
      "/admin/products/0192-abc | /login?return=%2Fadmin%2Fproducts%2F0192-abc | /seller/products | in",
      "/admin/edit-requests | /login?return=%2Fadmin%2Fedit-requests | /seller/products | in",
      "/admin/user-management | /login?return=%2Fadmin%2Fuser-management | /seller/products | in",
      "/admin/users/0192-abc | /login?return=%2Fadmin%2Fusers%2F0192-abc | /seller/products | in",
      "/admin/sales | /login?return=%2Fadmin%2Fsales | /seller/products | in",
      "/admin/orders | /login?return=%2Fadmin%2Forders | /seller/products | in",
      "/admin/orders/import | /login?return=%2Fadmin%2Forders%2Fimport | /seller/products | in",
      "/admin/orders/0192-abc | /login?return=%2Fadmin%2Forders%2F0192-abc | /seller/products | in",
      "/admin/chats | /login?return=%2Fadmin%2Fchats | /seller/products | in",
      "/admin/chat/0192-abc | /login?return=%2Fadmin%2Fchat%2F0192-abc | /seller/products | in",
      "/admin/history | /login?return=%2Fadmin%2Fhistory | /seller/products | in",
      "/admin/settings | /login?return=%2Fadmin%2Fsettings | /seller/products | in",
      "/admin/settings/webhooks/0192-abc | /login?return=%2Fadmin%2Fsettings%2Fwebhooks%2F0192-abc | /seller/products | in",
      "/seller | /login?return=%2Fseller | /seller/products | /admin/dashboard",
      "/seller/products | /login?return=%2Fseller%2Fproducts | in | /admin/dashboard",
      "/seller/products/add | /login?return=%2Fseller%2Fproducts%2Fadd | in | /admin/dashboard",
      "/seller/products/edit/0192-abc | /login?return=%2Fseller%2Fproducts%2Fedit%2F0192-abc | in | /admin/dashboard",
      "/seller/products/import | /login?return=%2Fseller%2Fproducts%2Fimport | in | /admin/dashboard",
      "/seller/products/0192-abc | /login?return=%2Fseller%2Fproducts%2F0192-abc | in | /admin/dashboard",
      "/seller/orders | /login?return=%2Fseller%2Forders | in | /admin/dashboard",
      "/seller/orders/0192-abc | /login?return=%2Fseller%2Forders%2F0192-abc | in | /admin/dashboard",
      "/reset-password | /404 | /404 | /404",
      "/seller/nothing | /404 | /404 | /404",
      "/admin/chat | /404 | /404 | /404",
      "/chat/7 | /login?return=%2Fchat%2F7 | in | in",
      "/chat/7/more/of/it | /login?return=%2Fchat%2F7%2Fmore%2Fof%2Fit | in | in",
      "/login/ | in | /seller/products | /admin/dashboard",
      "//evil.example | /404 | /404 | /404",
      "/Login | /404 | /404 | /404",
    ]
  `)
})

test('after sign-in people return to the deep link they asked for, but only to pages of Backstall', () => {
  expect(redirectFor(null, '/seller/products/edit/7', '?tab=images')).toBe('/login?return=%2Fseller%2Fproducts%2Fedit%2F7%3Ftab%3Dimages')
  expect(returnPath('/seller/products?status=draft')).toBe('/seller/products?status=draft')
  for (const wanted of [
    '/logout',
    '/login',
    '/',
    '/nowhere',
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    null,
  ]) {
    expect(returnPath(wanted), String(wanted)).toBeNull()
  }
})
