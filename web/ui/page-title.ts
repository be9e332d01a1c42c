import { createContext, useContext, useEffect } from 'react'

/** The name after each page's own title in the window's title. */
export const SiteName = createContext('')

/** Sets the window's title: "Products · My marketplace". */
export function usePageTitle(title: string): void {
  const site = useContext(SiteName)
  useEffect(() => {
    document.title = site && site !== title ? `${title} · ${site}` : title
  }, [title, site])
}
