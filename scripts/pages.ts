import { type Audience, examplePath, type Path, paths, routes } from '#domain/routes.ts'
import { titles } from '#web/platform/i18n/en/layout.ts'
import { pageFiles } from './bundle-budget.ts'
import { filesFor } from './page-weight.ts'

/** A page as a browser sees it. */
export type ShownPage = {
  /** An address of it; if it has parameters, they name nothing that exists. */
  address: string
  hasParameters: boolean
  /** Its title, if that is always the same. */
  title: string | undefined
  /** The scripts and styles of the built page. */
  files: string[]
}

const shown = (path: Path): ShownPage => ({
  address: examplePath(path),
  hasParameters: path.includes('$'),
  title: titles[routes[path].title as keyof typeof titles],
  files: pageFiles(path).map((file) => `/${file}`),
})

/** Every page of these audiences that shows a screen, for the journeys. */
export const pagesFor = (...audiences: Audience[]): ShownPage[] =>
  paths.filter((path) => routes[path].screen && audiences.includes(routes[path].for)).map(shown)

/** The scripts and styles of the parts that a screen loads after its first paint without being asked. */
export const loadedAfterPaint = (): string[] =>
  filesFor('dist/web', [
    'approval/review/OpenedProduct.tsx',
    'edit-requests/OpenedRequest.tsx',
    'product-views/PictureViewer.tsx',
    'products/pictures/SortablePictures.tsx',
  ]).map((file) => `/${file}`)
