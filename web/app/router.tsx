import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { redirectFor } from '#domain/routes.ts'
import { meQuery, queries } from '#web/app/queries.ts'
import { parseSearch, stringifySearch } from '#web/app/search-params.ts'
import { readQueueSearch } from '#web/approval/queue-search.ts'
import { readProductSearch } from '#web/products/product-search.ts'

const root = createRootRoute({
  // The same table guards on the server; here it keeps a screen from showing that is not for this person.
  beforeLoad: async ({ location }) => {
    const { user } = await queries.ensureQueryData(meQuery)
    const elsewhere = redirectFor(user, location.pathname, location.searchStr)
    if (elsewhere) throw redirect({ href: elsewhere, replace: true })
  },
})
const under = { getParentRoute: () => root }

const sellerProducts = createRoute({
  ...under,
  path: '/seller/products',
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('#web/products/ProductsPage.tsx'), 'ProductsPage'),
})
const addProduct = createRoute({
  ...under,
  path: '/seller/products/add',
  component: lazyRouteComponent(() => import('#web/products/AddProductPage.tsx'), 'AddProductPage'),
})
const editProduct = createRoute({
  ...under,
  path: '/seller/products/edit/$id',
  component: lazyRouteComponent(() => import('#web/products/EditProductPage.tsx'), 'EditProductPage'),
})
const approval = createRoute({
  ...under,
  path: '/admin/product-approval',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('#web/approval/ApprovalPage.tsx'), 'ApprovalPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([sellerProducts, addProduct, editProduct, approval]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
