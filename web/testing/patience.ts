// A busy machine is slow, so queries of the page wait longer. Tests without a page need no such time.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
}

export {}
