/**
 * For browsers that come again: Chromium takes up what it compiled at an earlier visit only where a module is named as a plain script. Named as
 * a module it is compiled anew while it loads, which is the quicker way the first time.
 */
export const asCompiled = (links: string): string => links.replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
