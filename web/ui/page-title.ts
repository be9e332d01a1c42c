import { createContext, useContext, useEffect } from 'react'

/** The name that follows each page's own in the window's title. */
export const SiteName = createContext('')

/** Gives the window the title of the page: "Products · My marketplace". */
export function usePageTitle(title: string): void {
  const site = useContext(SiteName)
  useEffect(() => {
    document.title = site && site !== title ? `${title} · ${site}` : title
  }, [title, site])
}
