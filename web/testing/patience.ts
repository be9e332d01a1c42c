// A busy machine takes its time; whoever waits for a thing is not in a hurry. Without a page there is nothing to wait for.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
}

export {}
